import type { Pane } from './layout';

/** Tells panes apart over time: one keeps its number while its session moves, is replaced or gets another name. */
export class PaneKeys {
  #before: { key: number; sid: string | undefined }[] = [];
  #last = 0;

  of(panes: readonly Pane[]): number[] {
    const free = new Set(this.#before.map(({ key }) => key));
    const take = (key: number | undefined) => (key !== undefined && free.delete(key) ? key : undefined);
    const bySession = panes.map(({ sid }) =>
      sid === undefined ? undefined : take(this.#before.find((one) => one.sid === sid)?.key),
    );
    const keys = bySession.map((key, at) => key ?? take(this.#before[at]?.key) ?? ++this.#last);
    this.#before = panes.map(({ sid }, at) => ({ sid, key: keys[at] ?? 0 }));
    return keys;
  }
}
