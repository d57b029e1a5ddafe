import { SvelteMap } from 'svelte/reactivity';
import type { ChangedFile } from '../../protocol/changes';
import { mapOf } from '../sets';
import { keep, kept } from '../storage';
import { draftOn, type Draft } from './draft';
import { noComments, placesOf } from './placing';
import type { Drafts } from './drafts.svelte';
import type { DiffSource } from './source.svelte';
import { columnsOf, cutOf } from './pieces';
import { lineAt, nextChange, placeOf, sheetOf, shownFile, type Item, type LineAt, type ShownFile } from './sheet';
import { isMade, treeOf } from './tree';
import type { Viewed } from './viewed.svelte';

/** How somebody reads what a session changed: what is folded, where the reader stands, and what is being written. */
export class DiffReading {
  /** Chosen for this browser; where there is no room, lines stand one below the other. */
  side = $state(kept('diff-layout') !== 'inline');
  roomy = $state(true);
  /** The line that the keys are about. */
  cursor = $state.raw<LineAt>();
  /** The other end of what is marked, in the hunk of the cursor. */
  mark = $state<number>();
  /** The comment whose words are being written. */
  editing = $state.raw<Draft>();
  /** What stood at the top when the page of the changes was left. */
  left: { name: string; within: number } | undefined;
  readonly source: DiffSource;
  readonly drafts: Drafts;
  readonly viewed: Viewed;
  readonly #folds = new SvelteMap<string, boolean>();
  readonly #treeFolds = new SvelteMap<string, boolean>();
  /** Long lines that somebody wants to see whole. */
  readonly #whole = new SvelteMap<string, boolean>();
  #widest = $state(0);

  /** In the order of the tree. */
  readonly files: readonly ShownFile[] = $derived.by(() => {
    const all = this.source.answer?.files ?? [];
    return treeOf(all, () => false).flatMap(({ file }) => (file ? [shownFile(file)] : []));
  });
  readonly #byPath = $derived(mapOf(this.files.map((shown) => [shown.file.path, shown] as const)));
  readonly tree = $derived.by(() => treeOf(this.source.answer?.files ?? [], (key) => this.isTreeFolded(key)));
  readonly total = $derived({
    additions: this.files.reduce((sum, { file }) => sum + file.additions, 0),
    deletions: this.files.reduce((sum, { file }) => sum + file.deletions, 0),
  });
  readonly sideBySide = $derived(this.side && this.roomy);
  /** All comments of what is looked at, the one without words as well. */
  readonly comments: readonly Draft[] = $derived.by(() => {
    const all = this.drafts.all;
    const { editing } = this;
    return editing && !all.some(({ id }) => id === editing.id) ? [...all, editing] : all;
  });
  readonly #places = $derived.by(() => placesOf(this.comments, this.#byPath));
  readonly items: readonly Item[] = $derived.by(() => {
    const { answer } = this.source;
    return sheetOf({
      files: this.files,
      side: this.sideBySide,
      folded: (path) => this.isFolded(path),
      at: (path) => this.#places.get(path) ?? noComments,
      homeless: this.comments.filter(({ path, sent }) => sent === undefined && !this.#byPath.has(path)),
      unknown: answer?.scope === 'session' ? answer.unknown : [],
    });
  });
  /** The longest line, in columns. */
  readonly columns = $derived(
    this.files.reduce(
      (most, { columns, file }) => Math.max(most, this.isFolded(file.path) ? 0 : columns),
      this.#widest,
    ),
  );

  constructor(source: DiffSource, drafts: Drafts, viewed: Viewed) {
    this.source = source;
    this.drafts = drafts;
    this.viewed = viewed;
  }

  chooseSide(side: boolean): void {
    this.side = side;
    keep('diff-layout', side ? null : 'inline');
  }

  isFolded(path: string): boolean {
    const chosen = this.#folds.get(path);
    if (chosen !== undefined) return chosen;
    const file = this.fileOf(path);
    return file !== undefined && (this.viewed.has(file) || isMade(path));
  }

  fold(path: string, folded: boolean): void {
    this.#folds.set(path, folded);
  }

  isTreeFolded(key: string): boolean {
    return this.#treeFolds.get(key) === true;
  }

  foldTree(key: string, folded: boolean): void {
    this.#treeFolds.set(key, folded);
  }

  fileOf(path: string): ChangedFile | undefined {
    return this.#byPath.get(path)?.file;
  }

  /** Seen: then it folds. */
  see(path: string, seen: boolean): void {
    const file = this.fileOf(path);
    if (!file) return;
    this.viewed.mark(file, seen);
    this.#folds.set(path, seen);
  }

  /** Comments that are not sent, by file. */
  openOn(path: string): number {
    return this.drafts.open.filter((draft) => draft.path === path).length;
  }

  isWhole(line: LineAt): boolean {
    return this.#whole.get(keyOf(line)) === true;
  }

  showWhole(line: LineAt): void {
    this.#whole.set(keyOf(line), true);
    const text = this.#byPath.get(line.path)?.hunks[line.hunk]?.rows[line.row]?.text ?? '';
    this.#widest = Math.max(this.#widest, columnsOf(text, cutOf(text, true)));
  }

  /** Where the cursor stands among what is shown; -1 before it stands anywhere. */
  get cursorAt(): number {
    return this.cursor ? placeOf(this.items, this.cursor) : -1;
  }

  /** One line on, over what is no line. Returns where that is. */
  step(by: 1 | -1, marks: boolean, from = this.cursorAt): number | undefined {
    for (let at = from + by; at >= 0 && at < this.items.length; at += by) {
      const line = lineAt(this.items[at]);
      if (!line) continue;
      if (marks && (line.path !== this.cursor?.path || line.hunk !== this.cursor.hunk)) return undefined;
      this.stand(line, marks);
      return at;
    }
    return undefined;
  }

  /** To the next change, or the one before. */
  toChange(by: 1 | -1, from: number): number | undefined {
    const at = nextChange(this.items, from, by);
    const line = at === undefined ? undefined : lineAt(this.items[at]);
    if (line) this.stand(line, false);
    return at;
  }

  stand(line: LineAt, marks: boolean): void {
    this.mark = marks ? (this.mark ?? this.cursor?.row) : undefined;
    this.cursor = line;
  }

  isMarked(path: string, hunk: number, row: number | undefined): boolean {
    const { cursor, mark } = this;
    if (row === undefined || cursor?.path !== path || cursor.hunk !== hunk) return false;
    return row >= Math.min(mark ?? cursor.row, cursor.row) && row <= Math.max(mark ?? cursor.row, cursor.row);
  }

  /** A comment on what is marked: its words are written next. */
  comment(): Draft | undefined {
    const { cursor, source } = this;
    const file = cursor && this.fileOf(cursor.path);
    if (!file) return undefined;
    const begun = draftOn(file, source.scope, cursor.hunk, [this.mark ?? cursor.row, cursor.row]);
    if (!begun) return undefined;
    const same = this.drafts.open.find(
      ({ path, side, from, to }) =>
        from !== null && path === begun.path && side === begun.side && from === begun.from && to === begun.to,
    );
    this.editing = same ?? { ...begun, id: crypto.randomUUID(), text: '' };
    return this.editing;
  }

  edit(draft: Draft): void {
    this.editing = draft;
  }

  /** Every letter is kept at once. */
  write(text: string): void {
    if (!this.editing) return;
    this.editing = { ...this.editing, text };
    if (text.trim() !== '') this.drafts.put(this.editing);
    else this.drafts.remove(this.editing.id);
  }

  done(): void {
    this.editing = undefined;
  }

  discard(draft: Draft): void {
    if (this.editing?.id === draft.id) this.editing = undefined;
    this.drafts.remove(draft.id);
  }
}

function keyOf({ path, hunk, row }: LineAt): string {
  return `${String(hunk)} ${String(row)} ${path}`;
}
