import type { App } from '../../state/app.svelte';
import type { Difference, RowThen } from '../../state/difference';
import { needsYou, noteOf, questionOf } from '../../state/filter';
import { matchedIn } from '../../state/matched';
import type { SessionRow } from '../../protocol/session';
import { t } from '../../text';
import { ahead } from '../../text/when';
import { lastPart, titleOf } from '../part/row';

export interface SecondLine {
  kind: 'question' | 'snooze' | 'snippet' | 'since' | 'review' | 'tie';
  text: string;
}

/** What stands below a row's title: one thing, the most telling. */
export function secondLine(app: App, row: RowThen): SecondLine | undefined {
  const question = questionOf(row);
  if (question) return { kind: 'question', text: question };
  if (row.snoozed) return { kind: 'snooze', text: snoozeWords(app, row) };
  if (row.match?.snippet) return { kind: 'snippet', text: row.match.snippet };
  if (row.differs?.length) return { kind: 'since', text: sinceOf(row) };
  if (row.background.length && !needsYou(row))
    return { kind: 'tie', text: `${t.status.background(row.background.length)}: ${row.background.join(', ')}` };
  const note = noteOf(row);
  if (note) return { kind: 'review', text: note };
  const { words } = app.place.filter;
  const found = words ? matchedIn(row, words, { title: titleOf(row), where: whereOf(app, row) }) : undefined;
  if (found) return { kind: 'snippet', text: found };
  const tie = app.list.ties.get(row.id);
  return tie ? { kind: 'tie', text: tie } : undefined;
}

/** What would stand there if the second line did not tell something else. */
export function unseen(app: App, row: RowThen, second: SecondLine | undefined): string[] {
  return [row.snoozed ? snoozeWords(app, row) : '', keptWords(row), noteOf(row) ?? '', sinceOf(row)].filter(
    (one) => one !== second?.text,
  );
}

function keptWords({ kept, brought }: SessionRow): string {
  return kept === 'kept' ? (brought ? t.vault.isBrought : t.vault.isKept) : kept === 'leaving' ? t.vault.isLeaving : '';
}

/** The project's name, else the folder's. */
export function whereOf(app: App, row: RowThen): string {
  return app.projects.find(row.project_id)?.name ?? lastPart(row.cwd);
}

export function snoozeWords(app: App, { snoozed_until: until }: SessionRow): string {
  return until === null ? t.snooze.untilNeeded : t.snooze.until(ahead(until, app.clock.now));
}

function sinceOf(row: RowThen): string {
  return (row.differs ?? []).map(sinceWords).join(' · ');
}

/** What became of it after the moment that is looked at. */
function sinceWords({ mark, now }: Difference): string {
  if (mark === 'sticky' && !now.sticky) return t.activity.sinceNot.sticky;
  if (mark === 'snoozed' && !now.snoozed) return t.activity.sinceNot.snoozed;
  if (mark === 'archived' && !now.archived) return t.activity.sinceNot.archived;
  return t.activity.since[mark];
}
