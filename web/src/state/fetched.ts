import { Refusal } from '../net/refusal';

/**
 * Code that is fetched when it is first used. A browser may never ask again for a file that once did not come: then the
 * same file is asked for under another address. Where that does not help either, the service is out of reach.
 */
export async function fetched<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (reason) {
    const address = addressIn(reason);
    if (!address) throw Refusal.unreachable();
    return import(/* @vite-ignore */ `${address}?again=${String(Date.now())}`).catch(() => {
      throw Refusal.unreachable();
    }) as Promise<T>;
  }
}

/** The file that did not come, as far as the browser names it. */
export function addressIn(reason: unknown): string | undefined {
  return reason instanceof Error ? /https?:[^\s?]+/.exec(reason.message)?.[0] : undefined;
}
