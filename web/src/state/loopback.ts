/** Whether a service is on this very machine: then no network lies between, and being offline says nothing about it. */
export function onLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
