import type { Folder } from '../protocol/project';
import type { EngineKey, SessionRow } from '../protocol/session';
import { questionOf } from './filter';
import { inOrder } from './order';

/** A folder and the program that was used there. */
export interface Start {
  folder: string;
  engine: EngineKey;
}

export interface Sections {
  needs: SessionRow[];
  live: SessionRow[];
  resumable: SessionRow[];
}

const liveShown = 5;
const startsShown = 3;

export function divided(
  waiting: readonly SessionRow[],
  running: readonly SessionRow[],
  recent: readonly SessionRow[],
): Sections {
  const needs = [...waiting].sort(inOrder);
  const taken = new Set(needs.map((row) => row.id));
  const live = running.filter((row) => !taken.has(row.id)).sort(inOrder);
  for (const row of live) taken.add(row.id);
  const shown = live.slice(0, liveShown);
  const room = Math.min(8, Math.max(4, 12 - needs.length - shown.length));
  const rest = recent.filter((row) => !taken.has(row.id) && row.live === false && !row.snoozed);
  return { needs, live: shown, resumable: rest.sort(inOrder).slice(0, room) };
}

/** The same rows in the same places, with what is known of them now. */
export function refreshed({ needs, live, resumable }: Sections, now: (row: SessionRow) => SessionRow): Sections {
  return { needs: needs.map(now), live: live.map(now), resumable: resumable.map(now) };
}

/** The pairs of folder and program of the most sessions, where both can still be used; ties go to the newer one. */
export function mostUsed(
  rows: readonly SessionRow[],
  folders: readonly Folder[],
  offered: readonly EngineKey[],
): Start[] {
  const there = new Set(folders.filter((folder) => folder.exists).map((folder) => folder.path));
  const pairs = new Map<string, Start & { times: number }>();
  for (const { cwd, engine } of rows) {
    if (!cwd || !there.has(cwd) || !offered.includes(engine)) continue;
    const key = `${engine} ${cwd}`;
    pairs.set(key, { folder: cwd, engine, times: (pairs.get(key)?.times ?? 0) + 1 });
  }
  const most = [...pairs.values()].sort((a, b) => b.times - a.times).slice(0, startsShown);
  return most.map(({ folder, engine }) => ({ folder, engine }));
}

/** What a row is about at present, beside its title: the question, else what the review says, else how it began. */
export function lastOf(row: SessionRow): string {
  const began = row.title_source === 'first_message' ? null : row.first_message;
  return questionOf(row) ?? row.review?.summary ?? began ?? '';
}
