/** What this browser knows of itself as a device that is told; the worker can read it, too. */
export interface ThisDevice {
  /** As the server names it. */
  id: string;
  name: string;
  /** It gets neither titles nor texts, also where the server has lost that. */
  hidden: boolean;
  /** The language of the page. */
  language: string;
}

const store = 'svc-device';
const key = '/this-device';

/** Undefined where this browser is told nothing, or cannot remember it. */
export async function thisDevice(): Promise<ThisDevice | undefined> {
  try {
    const kept = await (await caches.open(store)).match(key);
    return kept && deviceOf(await kept.json());
  } catch {
    return undefined; // plain http has no caches, and a browser may refuse them
  }
}

export async function keepThisDevice(device: ThisDevice): Promise<void> {
  await (await caches.open(store)).put(key, Response.json(device));
}

export async function forgetThisDevice(): Promise<void> {
  await caches.delete(store);
}

function deviceOf(said: unknown): ThisDevice | undefined {
  const { id, name, hidden, language } = (said ?? {}) as Partial<ThisDevice>;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return { id, name, hidden: hidden === true, language: typeof language === 'string' ? language : '' };
}
