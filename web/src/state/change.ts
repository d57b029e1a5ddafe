import type { JournalEvent } from '../protocol/journal';
import { t } from '../text';
import { full } from '../text/when';

/** A journal entry in words: what was done, and from what to what. */
export interface Told {
  what: string;
  from: string;
  to: string;
  /** Whether it can be undone. */
  undoable: boolean;
}

export type ProjectName = (id: string) => string;

export function told(event: JournalEvent, projectName: ProjectName): Told {
  const what = kindOf(event);
  const [from, to] = [event.before ?? {}, event.data];
  if (isAnswer(event.type)) return { what, ...answered(to), undoable: false };
  const undoable = event.category !== 'security' && event.type !== 'adopted' && event.type !== 'journal_repaired';
  if ('title' in from || 'title' in to) return { what, from: text(from['title']), to: text(to['title']), undoable };
  if ('snoozed' in to || 'snoozed' in from) return { what, from: snooze(from), to: snooze(to), undoable };
  if ('project_id' in from || 'project_id' in to)
    return { what, from: named(from['project_id'], projectName), to: named(to['project_id'], projectName), undoable };
  if (event.type.startsWith('continue_'))
    return { what, ...continued(event.type, from, to), undoable: event.type !== 'continue_ended' };
  if (isHandOver(event.type)) return { what, from: handed(from), to: handed(to), undoable };
  if (event.type.startsWith('token_')) return { what, ...secured(event.type, to), undoable };
  if ('name' in from || 'name' in to) return { what, ...project(from, to), undoable };
  if (['program_ended', 'session_restored', 'copy_forgotten'].includes(event.type))
    return { what, from: '', to: '', undoable };
  if (event.category === 'security') return { what, ...secured(event.type, to), undoable };
  if (event.type === 'settings_changed' || event.type === 'prefs_changed')
    return { what, from: flat(from), to: flat(to), undoable };
  return { what, from: '', to: '', undoable };
}

/** An update that did not stay is none. */
function kindOf({ type, data }: JournalEvent): string {
  const ended = type === 'update_applied' ? t.history.updateEnded[text(data['result'])] : undefined;
  return ended ?? t.kind[type] ?? type;
}

/** `host`: whose journal it is, if not this one's. Who came there from another host has the name of that one. */
export function whoOf(event: JournalEvent, host: string | null = null): string {
  const who = t.actor[event.actor] ?? event.actor;
  return host === null || event.actor.includes('@') ? who : `${who}, ${host}`;
}

/** The former names of deleted projects, as known from the entries. */
export function projectNames(events: readonly JournalEvent[]): ReadonlyMap<string, string> {
  const named = events.flatMap(({ subject, data, before }) => {
    const name = data?.['name'] ?? before?.['name'];
    return typeof name === 'string' ? [[subject, name] as const] : [];
  });
  return new Map(named.reverse());
}

/** The entries that a later entry has undone. */
export function undoneBy(events: readonly JournalEvent[]): Set<number> {
  return new Set(events.flatMap((event) => (event.undoes ? [event.undoes] : [])));
}

/** A change that concerns two sessions, and is taken back for both. */
export function isHandOver(type: string): boolean {
  return type === 'handed_to' || type === 'handed_from';
}

function handed(side: Record<string, unknown>): string {
  return text(side['handed_to'] ?? side['handed_from']);
}

/** When it was to go on and with what, and what became of it. */
function continued(type: string, from: Record<string, unknown>, to: Record<string, unknown>) {
  const plan = (side: Record<string, unknown>) => {
    const { continue_at: at, continue_text: said } = side;
    return typeof at === 'string' ? [full(at), text(said)].filter(Boolean).join(': ') : '';
  };
  if (type !== 'continue_ended') return { from: plan(from), to: plan(to) };
  const result = text(to['continue_result']);
  const words = (t.continueAt.results as Record<string, string>)[result] ?? result;
  return { from: plan(from), to: [words, text(to['why'])].filter(Boolean).join(' ') };
}

function isAnswer(type: string): boolean {
  return type === 'question_answered' || type === 'answer_settled' || type === 'answer_failed';
}

/** From what was asked to what was answered, with what became of it. */
function answered(to: Record<string, unknown>): { from: string; to: string } {
  const how = (t.ask.how as Record<string, string>)[text(to['how'])] ?? text(to['how']);
  const said = [text(to['choice']), text(to['words']), how, text(to['by'])];
  return { from: text(to['title']), to: said.filter(Boolean).join(', ') };
}

/** What a security event says beside its name, in words where it has a form of its own. */
function secured(type: string, to: Record<string, unknown>): { from: string; to: string } {
  const said = (key: string) => text(to[key]);
  switch (type) {
    case 'codes_guessed':
      return { from: '', to: t.history.wrongCodes(Number(said('wrong')), full(said('since'))) };
    case 'login_failed':
      return { from: '', to: t.history.step[said('step')] ?? said('step') };
    case 'recovery_code_used':
      return { from: '', to: t.history.codesLeft(Number(said('left'))) };
    case 'update_applied':
      return { from: said('from'), to: [said('to'), said('reason')].filter(Boolean).join(', ') };
    case 'shared':
      return {
        from: '',
        to: [
          t.share.turns(said('turns')),
          ...(said('changes') ? [t.share.changes] : []),
          said('how') === 'file' ? t.share.file : t.share.link,
        ].join(', '),
      };
    case 'token_created':
    case 'token_ended':
      return { from: '', to: [said('name'), said('scopes').replaceAll(',', ' ')].join(', ') };
    case 'text_sent':
      return { from: '', to: t.history.sent(Number(said('characters'))) };
    case 'share_revoked':
      return { from: t.share.turns(said('turns')), to: '' };
    default:
      return { from: '', to: Object.values(to).map(text).join(', ') };
  }
}

function project(from: Record<string, unknown>, to: Record<string, unknown>): { from: string; to: string } {
  const changed = (key: string) => JSON.stringify(from[key]) !== JSON.stringify(to[key]);
  const keys = ['name', 'color', 'folders', 'archived', 'query'].filter(changed);
  const words = (side: Record<string, unknown>) =>
    keys
      .map((key) => text(side[key]))
      .filter(Boolean)
      .join(', ');
  return { from: words(from), to: words(to) };
}

function flat(patch: Record<string, unknown>, path = ''): string {
  return Object.entries(patch)
    .map(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? flat(value as Record<string, unknown>, `${path}${key}.`)
        : `${path}${key}: ${text(value)}`,
    )
    .join(', ');
}

function snooze({ snoozed, snoozed_until: until }: Record<string, unknown>): string {
  if (snoozed !== true) return '';
  return typeof until === 'string' ? t.snooze.until(full(until)) : t.snooze.untilNeeded;
}

function named(id: unknown, projectName: ProjectName): string {
  return typeof id === 'string' ? projectName(id) : '';
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  return Array.isArray(value) ? value.map(text).join(', ') : JSON.stringify(value);
}
