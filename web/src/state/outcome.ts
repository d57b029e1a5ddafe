import type { ToolCall } from '../protocol/transcript';
import { t } from '../text';
import { locale } from '../text/when';

/** A shorter time says nothing to people. */
const felt = 100;

/** How much came back from a call and how it ended, as far as its program records that. */
export function outcomeOf({ lines, exit_code, took_ms }: ToolCall, isChange: boolean): string {
  const told: string[] = [];
  // What answers a change is but the remark that it was made.
  if (lines && !isChange) told.push(t.transcript.lines(lines));
  if (exit_code) told.push(t.transcript.exit(exit_code));
  if (took_ms !== null && took_ms >= felt) told.push(duration(took_ms));
  return told.join(' · ');
}

function duration(ms: number): string {
  const digits = ms < 10_000 ? 1 : 0;
  if (ms < 60_000)
    return `${(ms / 1000).toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits })} s`;
  const minutes = Math.floor(ms / 60_000);
  const [first, unit] = minutes < 60 ? [minutes, 'min'] : [Math.floor(minutes / 60), 'h'];
  const [second, smaller] = minutes < 60 ? [Math.floor((ms % 60_000) / 1000), 's'] : [minutes % 60, 'min'];
  return `${String(first)} ${unit} ${String(second)} ${smaller}`;
}
