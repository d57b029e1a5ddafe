import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeyUse } from '../protocol/settings';

/** The browser's passkeys: what the server asks for, and what an authenticator answers, as the server reads it. */
export type MadePasskey = Omit<NewPasskey, 'name'>;

export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** Nothing where the person or the browser would not. */
export async function makePasskey(options: PasskeyCreation): Promise<MadePasskey | undefined> {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: named(options.excludeCredentials),
  };
  const made = await settled(() => navigator.credentials.create({ publicKey }));
  if (!made) return undefined;
  const response = made.response as AuthenticatorAttestationResponse;
  const key = response.getPublicKey();
  if (!key) return undefined;
  return {
    id: made.id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.getAuthenticatorData()),
    public_key: text(key),
    algorithm: response.getPublicKeyAlgorithm(),
  };
}

/** The same. */
export async function usePasskey(options: PasskeyRequest): Promise<PasskeyUse | undefined> {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: named(options.allowCredentials),
  };
  const used = await settled(() => navigator.credentials.get({ publicKey }));
  if (!used) return undefined;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    user_handle: response.userHandle ? text(response.userHandle) : null,
  };
}

/** Browsers say with an error that somebody closed their dialog, or that there was nothing to offer. */
async function settled(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    return ((await ask()) as PublicKeyCredential | null) ?? undefined;
  } catch (reason) {
    if (reason instanceof DOMException) return undefined;
    throw reason;
  }
}

function named(passkeys: PasskeyRequest['allowCredentials']): PublicKeyCredentialDescriptor[] {
  return passkeys.map(({ type, id }) => ({ type, id: bytes(id) }));
}

/** Of base64url without padding. */
export function bytes(written: string): Uint8Array<ArrayBuffer> {
  const plain = atob(written.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function text(buffer: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
