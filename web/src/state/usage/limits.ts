import type { UsageLimit } from '../../protocol/usage';

/** From here on it is worth a look. */
const high = 80;

/** What is known of a limit at a moment; one that has begun again since is not known any more. */
export type LimitState =
  | { is: 'filling'; full: string; resets: string | null }
  | { is: 'resets'; resets: string }
  | { is: 'begun-again'; resets: string }
  | { is: 'seen' };

export function stateOf({ full_at, resets_at }: UsageLimit, now: number): LimitState {
  if (resets_at !== null && Date.parse(resets_at) <= now) return { is: 'begun-again', resets: resets_at };
  if (full_at !== null && Date.parse(full_at) > now) return { is: 'filling', full: full_at, resets: resets_at };
  return resets_at === null ? { is: 'seen' } : { is: 'resets', resets: resets_at };
}

export function isHigh(limit: UsageLimit, now: number): boolean {
  return limit.used_percent >= high && stateOf(limit, now).is !== 'begun-again';
}

/** How long the window of a limit is, in the largest unit that is whole. */
export function windowOf(minutes: number): { unit: 'minutes' | 'hours' | 'days' | 'week'; count: number } {
  const day = 24 * 60;
  if (minutes === 7 * day) return { unit: 'week', count: 1 };
  if (minutes % day === 0) return { unit: 'days', count: minutes / day };
  return minutes % 60 === 0 ? { unit: 'hours', count: minutes / 60 } : { unit: 'minutes', count: minutes };
}
