import type { Api } from '../net/api';
import type { Refusal } from '../net/refusal';
import { hasPasskeys, usePasskey } from '../net/webauthn';
import type { FreshProof, PasskeyList, PasskeyRequest } from '../protocol/settings';

/** Six digits are a code from the app; anything else is the password. */
export function proofOf(typed: string): FreshProof {
  const digits = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? { code: digits } : { password: typed };
}

/** Whether a passkey could be the proof. */
export async function canUsePasskey(api: Api): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const { available, passkeys } = await api.get<PasskeyList>('/api/passkeys');
  return available && passkeys.length > 0;
}

/** Nothing where the person would not. */
export async function passkeyProof(api: Api): Promise<FreshProof | undefined> {
  const passkey = await usePasskey(await api.post<PasskeyRequest>('/api/passkeys/options', { for: 'proof' }));
  return passkey && { passkey };
}

export function isWrongProof({ code }: Refusal): boolean {
  return code === 'bad_code' || code === 'bad_credentials' || code === 'bad_passkey' || code === 'rate_limited';
}
