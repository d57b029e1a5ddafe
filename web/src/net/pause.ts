const first = 300;
const soon = 800;
const longest = 15_000;
/** A minute of trying soon: as long as a restart or an update takes. */
const tries = 75;

/** How long to wait before the attempt after `failures` that failed: back within a second of a service that starts again, and no burden to one that does not. */
export function pause(failures: number): number {
  if (failures <= 1) return first;
  return failures <= tries ? soon : longest;
}
