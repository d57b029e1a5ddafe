import { tabs } from '../place.svelte';
import { empty, most, panesOf, whole, type Layout, type Pane, type Split } from './layout';

/*
 * The split in an address: `r` divides to the right and `d` below, each followed by the share of the first part where
 * that is not one half, and by both parts. `.` is the pane with the focus, whose session is in the path; `-` is empty.
 */
const between = '~';

export function written({ layout, focus }: Split): string {
  let at = 0;
  const words = (part: Layout): string[] => {
    if ('first' in part)
      return [
        (part.across ? 'r' : 'd') + (part.share === whole / 2 ? '' : String(part.share)),
        ...words(part.first),
        ...words(part.second),
      ];
    return [at++ === focus ? '.' : word(part)];
  };
  return words(layout).join(between);
}

/** What an address says, or nothing where it makes no sense: anybody can write an address. */
export function split(search: string, focused: Pane): Split | undefined {
  const words = /[?&]split=([^&]*)/.exec(search)?.[1]?.split(between) ?? [];
  if (words.length > 2 * most - 1) return undefined;
  const seen = new Set([focused.sid]);
  let [at, focus, panes] = [0, -1, 0];
  const next = (): Layout | undefined => {
    const word = words[at++];
    const division = /^([rd])(\d{0,4})$/.exec(word ?? '');
    if (division) {
      const share = division[2] ? Number(division[2]) : whole / 2;
      const [first, second] = [next(), next()];
      if (!first || !second || share < whole / 10 || share > (whole * 9) / 10) return undefined;
      return { across: division[1] === 'r', share, first, second };
    }
    if (word === '.' && focus < 0) {
      focus = panes++;
      return focused;
    }
    panes += 1;
    return paneOf(word, seen);
  };
  const layout = next();
  return layout && at === words.length && focus >= 0 && panesOf(layout).length > 1 ? { layout, focus } : undefined;
}

/** A session stands in one pane only: a second pane for it is empty. */
function paneOf(word: string | undefined, seen: Set<string | undefined>): Pane | undefined {
  if (word === '-') return empty;
  const [id = '', tab] = (word ?? '').split('/');
  const sid = decoded(id);
  if (sid?.includes(':') !== true) return undefined;
  if (seen.has(sid)) return empty;
  seen.add(sid);
  return { sid, tab: tabs.find((one) => one === tab) };
}

function word({ sid, tab }: Pane): string {
  if (sid === undefined) return '-';
  return encodeURIComponent(sid).replaceAll('%3A', ':').replaceAll(between, '%7E') + (tab ? `/${tab}` : '');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
