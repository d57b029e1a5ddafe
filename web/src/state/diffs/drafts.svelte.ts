import { readDrafts, type Draft } from './draft';

/** The part of a browser's storage that is needed; undefined where it is refused. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;

/** Sent ones beyond that are forgotten, the oldest first. */
const mostSent = 50;

/**
 * The comments of one session that this browser keeps until they are sent. Every change is made to what is kept at that
 * moment, so that two tabs never lose what the other one wrote. Where nothing can be kept, they live as long as the page.
 */
export class Drafts {
  all = $state.raw<readonly Draft[]>([]);
  /** What was written is kept by this browser. */
  safe = $state(true);
  readonly #sid: string;
  readonly #shelf: Shelf;

  constructor(sid: string, shelf: Shelf = browserShelf()) {
    this.#sid = sid;
    this.#shelf = shelf;
    this.refresh();
  }

  get open(): readonly Draft[] {
    return this.all.filter(({ sent, text }) => sent === undefined && text.trim() !== '');
  }

  /** Another tab may have written. */
  refresh(): void {
    const kept = this.#read();
    if (kept) this.all = kept;
  }

  /** Follows other tabs; returns how to stop that. */
  follow(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
    const heard = (event: Event) => {
      if ((event as StorageEvent).key === this.#key) this.refresh();
    };
    window.addEventListener('storage', heard);
    return () => {
      window.removeEventListener('storage', heard);
    };
  }

  /** Adds a comment, or takes the place of the one with its id. */
  put(draft: Draft): void {
    this.#change((all) =>
      all.some(({ id }) => id === draft.id) ? all.map((one) => (one.id === draft.id ? draft : one)) : [...all, draft],
    );
  }

  remove(id: string): void {
    this.#change((all) => all.filter((one) => one.id !== id));
  }

  /** These went out: those of them that were rewritten meanwhile did not. */
  sent(drafts: readonly Draft[], at: string, turn: number | null): void {
    this.#change((all) =>
      withoutOldest(
        all.map((one) =>
          drafts.some(({ id, text }) => id === one.id && text === one.text) ? { ...one, sent: { at, turn } } : one,
        ),
      ),
    );
  }

  get #key(): string {
    return keyOf(this.#sid);
  }

  #change(change: (all: readonly Draft[]) => readonly Draft[]): void {
    const all = change(this.#read() ?? this.all);
    this.all = all;
    this.safe = keepDrafts(this.#shelf, this.#key, all);
  }

  /** What is kept; undefined where it cannot be known, or where keeping it failed before. */
  #read(): readonly Draft[] | undefined {
    if (!this.safe) return undefined;
    try {
      return this.#shelf ? readDrafts(this.#shelf.getItem(this.#key)) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** A placeholder got its real id: what was written about it comes along. */
export function moveDrafts(from: string, to: string, shelf: Shelf = browserShelf()): void {
  try {
    const moved = readDrafts(shelf?.getItem(keyOf(from)) ?? null);
    if (!shelf || moved.length === 0) return;
    const there = readDrafts(shelf.getItem(keyOf(to)));
    if (keepDrafts(shelf, keyOf(to), [...there, ...moved])) shelf.removeItem(keyOf(from));
  } catch {
    // Refused: nothing was kept under the old id either.
  }
}

function keyOf(sid: string): string {
  return `svc.comments.${sid}`;
}

/** Whether it is kept: a browser may refuse, or be full. */
function keepDrafts(shelf: Shelf, key: string, all: readonly Draft[]): boolean {
  if (!shelf) return false;
  try {
    if (all.length === 0) shelf.removeItem(key);
    else shelf.setItem(key, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

function withoutOldest(all: readonly Draft[]): readonly Draft[] {
  const over = all.filter(({ sent }) => sent).length - mostSent;
  if (over <= 0) return all;
  const oldest = all
    .filter(({ sent }) => sent)
    .toSorted((one, other) => ((one.sent?.at ?? '') < (other.sent?.at ?? '') ? -1 : 1))
    .slice(0, over);
  return all.filter((one) => !oldest.includes(one));
}

/** A browser may refuse even to name it. */
function browserShelf(): Shelf {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
