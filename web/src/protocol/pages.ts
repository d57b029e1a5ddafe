const longest = 600;

/** Whether a path is one of the page's own, and not of the interface or of a login. */
export function isPage(pathname: string): boolean {
  return pathname === '/' || /^\/(s|settings|activity|board|usage|ask)(\/|$)/.test(pathname);
}

/** The address of a page of this origin, without the origin; undefined for whatever leads elsewhere. */
export function pageOf(address: unknown, origin: string): string | undefined {
  if (typeof address !== 'string' || address.length > longest || !/^\/(?![/\\])/.test(address)) return undefined;
  const url = read(address, origin);
  if (url?.origin !== origin || !isPage(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

function read(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}
