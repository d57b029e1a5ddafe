import type { Schema } from './schema';
import { sessionPath } from './session';

/** What a session changed, by its own log or by git. */
export type Changes = Schema<'Changes'>;

/** How much a session changed. */
export type ChangeCount = Schema<'ChangeCount'>;

export type ChangeScope = Schema<'ChangeScope'>;

export type ChangedFile = Schema<'ChangedFile'>;

/** Lines that one turn changed, with some around them. */
export type ChangeHunk = Schema<'ChangeHunk'>;

export type ChangeLine = Schema<'ChangeLine'>;

/** A command that may have written. */
export type UnknownChange = Schema<'UnknownChange'>;

export type GitRefusal = Schema<'GitRefusal'>;

export const scopes: readonly ChangeScope[] = ['session', 'uncommitted', 'since'];

export function changesPath(sid: string): string {
  return sessionPath(sid, '/changes');
}
