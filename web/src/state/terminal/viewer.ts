import { agentOf } from '../agent';
import { keep, kept } from '../storage';

/** The typing viewer, described by its name. */
export type Holder = { is: 'thisBrowser' } | { is: 'browser'; browser: string; system: string } | { is: 'somebody' };

/**
 * The name under which this tab views a terminal. The server hands it to every other viewer as it is, so it says what
 * people recognise: browser, system, then which browser of that kind and which tab of it.
 */
export function viewerName(agent: string, tab: string): string {
  const { browser, system } = agentOf(agent);
  return [browser, system, browserMark(), tab].join('-');
}

export function holderOf(name: string | null): Holder {
  const [, browser = '', system = '', mark] =
    /^([A-Za-z]+)-([A-Za-z]*)-([0-9a-f]{8})-[0-9a-z]+$/.exec(name ?? '') ?? [];
  if (!browser) return { is: 'somebody' };
  return mark === browserMark() ? { is: 'thisBrowser' } : { is: 'browser', browser, system };
}

/** Eight letters that this browser keeps, so that its own tabs know each other. */
function browserMark(): string {
  const known = kept('browser');
  if (known) return known;
  const mark = randomMark();
  keep('browser', mark);
  return kept('browser') ?? '00000000'; // storage is refused: then tabs are strangers to each other
}

export function randomMark(): string {
  return crypto.randomUUID().slice(0, 8);
}
