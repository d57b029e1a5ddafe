import { pageOf } from '../../protocol/pages';
import { whereOf, type Place } from '../place.svelte';

/** A pressed notification leads this page somewhere: it goes there by itself, and says so, so that it is not loaded again. */
export function followNotifications(place: Pick<Place, 'go'>, workers: EventTarget, origin: string): void {
  workers.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<{ go?: unknown } | null>;
    const path = pageOf(data?.go, origin);
    if (path === undefined) return;
    const { pathname, hash } = new URL(path, origin);
    place.go(whereOf(pathname, hash));
    ports[0]?.postMessage(true);
  });
}
