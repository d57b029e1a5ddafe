import type { Group, GroupKey } from './group';

/** A group as it is laid out: its header, and its rows unless it is folded. */
export interface Span extends Group {
  folded: boolean;
  /** Its first row in the whole list. */
  from: number;
  /** Where its header stands among the lines. */
  line: number;
}

export type Line = { kind: 'group'; span: Span } | { kind: 'row'; at: number };

/** The lines of a list of any length: each group's header, then its rows. Nothing here grows with the rows. */
export class Lines {
  readonly spans: readonly Span[];
  /** All rows, folded ones too. */
  readonly rows: number;
  readonly length: number;

  constructor(groups: readonly Group[], folded: (key: GroupKey) => boolean) {
    let [from, line] = [0, 0];
    this.spans = groups.map((group) => {
      const span: Span = { ...group, folded: folded(group.key), from, line };
      from += group.count;
      line += 1 + (span.folded ? 0 : group.count);
      return span;
    });
    this.rows = from;
    this.length = line;
  }

  at(line: number): Line | undefined {
    const span = this.#last((one) => one.line <= line);
    if (!span || line < 0 || line >= this.length) return undefined;
    const within = line - span.line - 1;
    return within < 0 ? { kind: 'group', span } : { kind: 'row', at: span.from + within };
  }

  /** Where a row stands; undefined while its group is folded. */
  lineOf(row: number): number | undefined {
    const span = this.ofRow(row);
    return !span || span.folded || row >= this.rows ? undefined : span.line + 1 + row - span.from;
  }

  /** How many headers stand before a line. */
  headersBefore(line: number): number {
    return this.spans.findLastIndex((one) => one.line < line) + 1;
  }

  ofRow(row: number): Span | undefined {
    return this.#last((one) => one.from <= row && one.count > 0);
  }

  ofKey(key: GroupKey): Span | undefined {
    return this.spans.find((one) => one.key === key);
  }

  /** Whether the keyboard stands there: on rows, and on folded groups. */
  isStop(line: number): boolean {
    const found = this.at(line);
    return found?.kind === 'row' || found?.span.folded === true;
  }

  /** The nearest stop from a line on, in one direction; else the last one before the end. */
  stop(line: number, by: 1 | -1): number | undefined {
    const within = Math.min(Math.max(line, 0), this.length - 1);
    for (const way of [by, -by])
      for (let at = within; at >= 0 && at < this.length; at += way) if (this.isStop(at)) return at;
    return undefined;
  }

  #last(holds: (span: Span) => boolean): Span | undefined {
    return this.spans.findLast(holds);
  }
}
