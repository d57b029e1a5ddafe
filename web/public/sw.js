// The page without a network: its own files from a store, so that it can open and say that it is offline. Nothing of
// the server's answers is kept.
const store = 'svc-page-1';
const shell = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.add(shell)));
  self.skipWaiting();
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

function isPage(pathname) {
  return pathname === '/' || /^\/(s|settings|activity|board|ask)(\/|$)/.test(pathname);
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(shell, answer.clone());
    return answer;
  } catch {
    return (await caches.match(shell)) ?? Response.error();
  }
}

/** A name with a hash never changes what it holds. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

async function keep(name, answer) {
  await (await caches.open(store)).put(name, answer);
}
