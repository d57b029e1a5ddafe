import { SvelteMap } from 'svelte/reactivity';
import type { ChangedFile } from '../../protocol/changes';
import { keep, kept } from '../storage';
import { isRecord } from './stored';

/** Of so many sessions it is remembered. */
const most = 40;

/** The files of one session that somebody has seen, as they were then: one that changes again is no longer seen. */
export class Viewed {
  readonly #sid: string;
  readonly #seen = new SvelteMap<string, string>();

  constructor(sid: string) {
    this.#sid = sid;
    for (const [path, print] of Object.entries(allKept()[sid] ?? {})) this.#seen.set(path, print);
  }

  has(file: ChangedFile): boolean {
    const print = this.#seen.get(file.path);
    return print !== undefined && print === printOf(file);
  }

  mark(file: ChangedFile, seen: boolean): void {
    if (seen) this.#seen.set(file.path, printOf(file));
    else this.#seen.delete(file.path);
    const others = Object.entries(allKept()).filter(([sid]) => sid !== this.#sid);
    const mine = this.#seen.size > 0 ? [[this.#sid, Object.fromEntries(this.#seen)] as const] : [];
    keep('viewed', JSON.stringify(Object.fromEntries([...others, ...mine].slice(-most))));
  }
}

function allKept(): Record<string, Record<string, string>> {
  try {
    const all: unknown = JSON.parse(kept('viewed') ?? '{}');
    if (!isRecord(all)) return {};
    const whole = Object.entries(all).flatMap(([sid, files]) => (isRecord(files) ? [[sid, textsOf(files)]] : []));
    return Object.fromEntries(whole) as Record<string, Record<string, string>>;
  } catch {
    return {};
  }
}

function textsOf(files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(files).filter(([, print]) => typeof print === 'string'));
}

/** A number that is another one where the change is another one. */
export function printOf(file: ChangedFile): string {
  let print = 0x811c9dc5;
  const add = (text: string) => {
    for (let at = 0; at < text.length; at += 1) print = Math.imul(print ^ text.charCodeAt(at), 0x01000193);
  };
  add(`${file.status} ${String(file.additions)} ${String(file.deletions)}`);
  for (const { lines } of file.hunks) for (const { op, text } of lines) add(`${op}${text}\n`);
  return (print >>> 0).toString(36);
}
