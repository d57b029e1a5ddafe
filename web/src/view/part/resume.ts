import type { SessionRow } from '../../protocol/session';
import type { App } from '../../state/app.svelte';
import type { TerminalSession } from '../../state/terminal/session.svelte';
import { t } from '../../text';
import { statusOf } from './row';

/** Resumes, in another folder if one is named; where a program outside svc is on the session, only after a yes. Nothing where the answer was no, or where it has to be restored first. */
export async function resume(app: App, row: SessionRow, folder?: string): Promise<TerminalSession | undefined> {
  if (row.kept === 'kept') {
    app.restoring = row;
    return undefined;
  }
  const outside = statusOf(row) === 'elsewhere';
  const { resumeAnywaySure: title, elsewhereWhy: why, resumeAnyway } = t.terminal;
  if (outside && !(await app.questions.ask({ title, why, yes: resumeAnyway.replace('…', '') }))) return undefined;
  let session: TerminalSession | undefined;
  await app.attempt(async () => {
    session = (await app.withTerminals()).open({ sid: row.id, insist: outside, folder });
  });
  return session;
}
