import { t } from '../../text';
import type { App } from '../app.svelte';
import { empty, most, panesOf, type Direction, type Split } from './layout';
import { divided, grown, inReadingOrder, neighbourOf, shared, without } from './rooms';

/** What can be done with panes. Where they stand is in the address, and therefore the place's business. */
export class Panes {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get split(): Split | undefined {
    return this.#app.place.split;
  }

  /** Half of the pane with the focus goes to a new one, which gets the focus. */
  divide(across: boolean): boolean {
    const now = this.#now;
    if (!now || this.#full(now)) return now !== undefined;
    this.#show({ layout: divided(now.layout, now.focus, across, empty), focus: now.focus + 1 }, 'push');
    return true;
  }

  /** A session in a pane of its own. The focus of the keyboard stays in the list, so that more can be added. */
  add(sid: string): void {
    const now = this.#now;
    const standing = now && panesOf(now.layout);
    if (!now || (standing?.length === 1 && standing[0]?.sid === undefined) || standing?.some((one) => one.sid === sid))
      this.#app.open(sid, true);
    else if (!this.#full(now)) this.#show(grown(now.layout, { sid, tab: undefined }), 'push', true);
  }

  /** Its program goes on. */
  close(index: number): void {
    const { split } = this;
    if (!split) return;
    const layout = without(split.layout, index);
    const last = panesOf(layout).length - 1;
    const focus = index < split.focus ? split.focus - 1 : Math.min(split.focus, last);
    this.#show({ layout, focus }, 'push');
  }

  /** Only this one is left, and it is an ordinary session again. */
  only(index = this.split?.focus ?? 0): boolean {
    const pane = this.split && panesOf(this.split.layout)[index];
    if (pane) this.#show({ layout: pane, focus: 0 }, 'push');
    return pane !== undefined;
  }

  /** As many as asked for: new ones are empty, and the one with the focus is the last to go. */
  become(count: number): void {
    let now = this.#now;
    while (now && panesOf(now.layout).length < count) now = { ...grown(now.layout, empty), focus: now.focus };
    for (let over = now ? panesOf(now.layout).length - count : 0; now && over > 0; over--) {
      const gone = inReadingOrder(now.layout).findLast((index) => index !== now?.focus) ?? 0;
      now = { layout: without(now.layout, gone), focus: gone < now.focus ? now.focus - 1 : now.focus };
    }
    if (now) this.#show(now, 'push');
  }

  /** `keys`: the keyboard goes there too. A pointer has put it where it belongs already. */
  focus(index: number, keys: boolean): void {
    const { split } = this;
    if (!split) return;
    if (keys) this.#show({ ...split, focus: index }, 'replace');
    else if (index !== split.focus) this.#app.place.arrange({ ...split, focus: index }, 'replace');
  }

  /** By the number in its header. */
  focusNumber(number: number): boolean {
    const index = this.split && inReadingOrder(this.split.layout)[number - 1];
    if (index !== undefined) this.focus(index, true);
    return index !== undefined;
  }

  focusNeighbour(to: Direction): boolean {
    const { split } = this;
    const index = split && neighbourOf(split.layout, split.focus, to);
    if (index !== undefined) this.focus(index, true);
    return split !== undefined;
  }

  share(seam: number, share: number): void {
    const { split } = this;
    if (split) this.#app.place.arrange({ ...split, layout: shared(split.layout, seam, share) }, 'replace');
  }

  /** What is on the page, one pane too; nothing where there are none, as in the settings. */
  get #now(): Split | undefined {
    const { where, split } = this.#app.place;
    if (split) return split;
    if (where.at === 'board') return this.#app.place.left ?? { layout: empty, focus: 0 };
    if (where.at === 'list') return { layout: empty, focus: 0 };
    return where.at === 'session' ? { layout: { sid: where.sid, tab: where.tab }, focus: 0 } : undefined;
  }

  #full({ layout }: Split): boolean {
    const full = panesOf(layout).length >= most;
    if (full) this.#app.toasts.say(t.panes.full);
    return full;
  }

  #show(split: Split, how: 'push' | 'replace', browsing = false): void {
    this.#app.browsing = browsing;
    this.#app.opened += 1;
    this.#app.place.arrange(split, how);
  }
}
