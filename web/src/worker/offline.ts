import { isPage } from '../protocol/pages';

const store = 'svc-page-1';
const shell = '/';

/**
 * The page without a network: its own files from a store, so that it can open and say that it is offline. Nothing of the
 * server's answers is kept.
 */
export function keepForOffline(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(store).then((cache) => cache.add(shell)));
    void self.skipWaiting();
  });

  self.addEventListener('activate', (event) => {
    event.waitUntil(self.clients.claim());
  });

  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin) return;
    if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(request));
    else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  });
}

async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(shell, answer.clone());
    return answer;
  } catch {
    return (await caches.match(shell)) ?? Response.error();
  }
}

/** A name with a hash never changes what it holds. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

async function keep(name: RequestInfo, answer: Response): Promise<void> {
  await (await caches.open(store)).put(name, answer);
}
