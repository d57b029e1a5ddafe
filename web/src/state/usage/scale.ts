/** The lines of a plot, from the lowest up; the highest is its top. */
export interface Scale {
  top: number;
  lines: number[];
}

const most = 3;

/** Round lines, three at the most, of which the highest is above everything; nothing at all has one line. */
export function scaleOf(highest: number, whole = false): Scale {
  const step = stepFor(Math.max(highest, whole ? 1 : 0), whole);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  const lines = Array.from({ length: count }, (_, at) => round((at + 1) * step));
  return { top: lines.at(-1) ?? step, lines };
}

function stepFor(highest: number, whole: boolean): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest / most));
  const steps = [1, 2, 5, 10].map((factor) => round(factor * power));
  const fits = (step: number) => highest / step <= most + 1e-9 && (!whole || Number.isInteger(step));
  return steps.find(fits) ?? round(Math.max(whole ? 1 : 0, 10 * power));
}

/** Without what is added by computing in halves of halves. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * Which of so many bars have a label below them, a regular step apart and so that the last one has: each takes `wide` of
 * the `room` there is.
 */
export function labelled(count: number, room: number, wide: number): number[] {
  const step = Math.max(1, Math.ceil((count * wide) / Math.max(room, 1)));
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}
