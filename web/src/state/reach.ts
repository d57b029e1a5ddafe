import type { HostFacet } from '../protocol/session';

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
