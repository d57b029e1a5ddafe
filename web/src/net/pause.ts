const first = 300;
const soon = 800;
const longest = 15_000;
/** Quick retries for a minute: as long as a restart or an update takes. */
const tries = 75;

/** The backoff after `failures` failed attempts: back within a second of a restart, no burden to a server that stays away. */
export function pause(failures: number): number {
  if (failures <= 1) return first;
  return failures <= tries ? soon : longest;
}
