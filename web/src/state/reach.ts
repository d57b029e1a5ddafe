import type { HostFacet, SessionRow } from '../protocol/session';

export type Allows = HostFacet['allows'];

const steps: readonly Allows[] = ['list', 'read', 'organise', 'drive'];

/** What the host of a session lets this one do; of a session of this host, everything is allowed. */
export function allowedOn(host: string | null, facets: readonly HostFacet[] | null): Allows {
  if (host === null) return 'drive';
  return facets?.find((facet) => facet.host === host)?.allows ?? 'list';
}

/** Whether what is allowed includes a step: each includes those before it. */
export function includes(allowed: Allows, step: Allows): boolean {
  return steps.indexOf(allowed) >= steps.indexOf(step);
}

/**
 * Whether the terminal of a session can be shown here: of this host always, of another one while that is there and
 * lets this one drive. A program that runs outside svc is shown by its own host alone.
 */
export function showsTerminal(
  { host, host_seen, live }: Pick<SessionRow, 'host' | 'host_seen' | 'live'>,
  facets: readonly HostFacet[] | null,
): boolean {
  return host === null || (host_seen === null && live !== 'elsewhere' && includes(allowedOn(host, facets), 'drive'));
}
