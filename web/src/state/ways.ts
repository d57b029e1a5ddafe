import type { Elsewhere } from '../protocol/session';

/** What somebody can do about a program outside svc, beside reading along. */
export interface Ways {
  /** Look at it and type into it, where it is. */
  join: boolean;
  /** End it there and go on here. */
  bring: boolean;
  /** Start a second program, because the first is only presumed. */
  insist: boolean;
}

/** What serves several sessions is not ended for one of them; what is only presumed cannot be ended. */
export function waysOf({ where, join, sure }: Elsewhere): Ways {
  return { join, bring: sure && where !== 'daemon' && where !== 'background', insist: !sure };
}
