import { SvelteMap } from 'svelte/reactivity';
import { Feed } from '../net/live';
import { boardTypes, tileOf, type BoardTile, type BoardType } from '../protocol/board';
import { idOf } from '../protocol/live';
import { isRemote, isRemoteId, type SessionRow } from '../protocol/session';
import type { App } from './app.svelte';
import { groups, passes, wholeBoard, type BoardFilter } from './boardfilter';
import { keep, kept } from './storage';
import { groupOf, Places, type Entry } from './tiles';

export type BoardFeed = Feed<BoardType>;

/** Tiles of equal size, or one line each. */
export type BoardForm = 'tiles' | 'lines';

/** What all running programs show, in an order that holds still while somebody is at it. */
export class Board {
  readonly tiles = new SvelteMap<string, BoardTile>();
  /** The sessions in the order of their tiles. */
  order = $state.raw<readonly string[]>([]);
  /** All tiles have come once. */
  complete = $state(false);
  linked = $state(true);
  filter = $state.raw(wholeBoard);
  form = $state<BoardForm>(kept('board') === 'lines' ? 'lines' : 'tiles');
  /** The session that is shown large. */
  large = $state<string>();
  /** All tiles in their order, whatever is chosen. */
  readonly entries: readonly Entry[] = $derived(
    this.order.flatMap((sid) => {
      const tile = this.tiles.get(sid);
      return tile ? [this.#entry(tile)] : [];
    }),
  );
  /** The sessions that are shown, in the order of their tiles. */
  readonly shown: readonly string[] = $derived(
    this.entries.filter((entry) => passes(entry, this.filter)).map(({ tile }) => tile.sid),
  );
  /** How many tiles each group has, whatever is chosen. */
  readonly counts: readonly number[] = $derived(
    groups.map((group) => this.entries.filter((entry) => groupOf(entry) === group).length),
  );
  readonly #app: App;
  readonly #feed: BoardFeed;
  readonly #places = new Places();
  /** Those that came since the stream was opened, until all of them have come. */
  #told: string[] | undefined = [];
  #held = false;
  #begun = false;

  constructor(app: App, feed: BoardFeed = new Feed(() => new EventSource('/api/board'), boardTypes)) {
    this.#app = app;
    this.#feed = feed;
    feed.onEvent = ({ type, data }) => {
      this.#heard(type, data);
    };
    feed.onLink = (linked) => {
      this.linked = linked;
      this.#told = [];
    };
    feed.onGap = () => {
      this.#told = [];
    };
  }

  /** A page that nobody sees has no stream. */
  look(seen: boolean): void {
    if (!seen) this.#feed.rest();
    else if (this.#begun) this.#feed.wake();
    else {
      this.#begun = true;
      this.#feed.start();
    }
  }

  leave(): void {
    this.#feed.stop();
  }

  narrow(change: Partial<BoardFilter>): void {
    this.filter = { ...this.filter, ...change };
  }

  /** In this browser the board looks like this from now on. */
  showAs(form: BoardForm): void {
    this.form = form;
    keep('board', form === 'lines' ? form : null);
  }

  /** What the order depends on, beside the places that tiles have already. */
  get groups(): string {
    return [...this.tiles.values()]
      .map((tile) => {
        const entry = this.#entry(tile);
        return `${tile.sid} ${String(groupOf(entry))} ${String(entry.row?.sticky)}`;
      })
      .join();
  }

  /** Tiles do not change places under the pointer or the focus; new ones come last, and ended ones stay. */
  hold(on: boolean): void {
    if (this.#held === on) return;
    this.#held = on;
    if (!on) this.settle();
  }

  /** The order as it has to be, whoever is at it: before a key moves. */
  settle(): void {
    for (const [sid, tile] of this.tiles) if (tile.status === 'off') this.tiles.delete(sid);
    this.#order(false);
  }

  /**
   * Programs of other hosts: their rows say what they do and ask; pictures of them do not come here. Those of hosts that
   * are away are not known to run.
   */
  placeThere(rows: readonly SessionRow[]): void {
    const there = rows.filter((row) => isRemote(row) && row.host_seen === null && row.live === true);
    for (const { id: sid, status, question } of there) {
      const before = this.tiles.get(sid);
      if (before?.status !== status || before.question?.text !== question?.text || before.question?.id !== question?.id)
        this.tiles.set(sid, { sid, status, question, lines: [], cols: 80, rows: 24 });
    }
    for (const sid of [...this.tiles.keys()])
      if (isRemoteId(sid) && !there.some(({ id }) => id === sid)) this.#end(sid);
    if (this.complete) this.arrange();
  }

  /** Brings the order up to date, as far as nobody is at it. */
  arrange(): void {
    this.#order(this.#held);
  }

  #order(held: boolean): void {
    const now = this.#places.order([...this.tiles.values()].map((tile) => this.#entry(tile)));
    const stay = this.order.filter((sid) => this.tiles.has(sid));
    const order = held ? [...stay, ...now.filter((sid) => !stay.includes(sid))] : now;
    if (order.join() !== this.order.join()) this.order = order;
  }

  #entry(tile: BoardTile): Entry {
    return { tile, row: this.#app.find(tile.sid) };
  }

  #heard(type: BoardType, data: unknown): void {
    const tile = type === 'tile' ? tileOf(data) : undefined;
    const ended = type === 'ended' ? idOf(data) : undefined;
    if (tile) {
      this.#told?.push(tile.sid);
      this.tiles.set(tile.sid, tile);
    }
    if (ended !== undefined) this.#end(ended);
    if (type === 'complete') {
      for (const sid of [...this.tiles.keys()]) if (!isRemoteId(sid) && !this.#told?.includes(sid)) this.#end(sid);
      this.#told = undefined;
      this.complete = true;
    }
    if (this.complete) this.arrange();
  }

  #end(sid: string): void {
    const tile = this.tiles.get(sid);
    if (tile && this.#held) this.tiles.set(sid, { ...tile, status: 'off', question: null });
    else this.tiles.delete(sid);
    if (this.large === sid && !this.tiles.has(sid)) this.large = undefined;
  }
}
