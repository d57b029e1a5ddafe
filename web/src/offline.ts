interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

/** Lets the page open without a network, and be told while it is closed. This is the only address allowed as a worker. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => '/sw.js' };
  const address = trustedTypes ? trustedTypes.createPolicy('svc', rules).createScriptURL('') : '/sw.js';
  navigator.serviceWorker.register(address).catch(() => undefined); // without it the page only lacks its offline shell and notifications
}
