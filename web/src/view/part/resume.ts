import type { SessionRow } from '../../protocol/session';
import type { App } from '../../state/app.svelte';
import type { TerminalSession } from '../../state/terminal/session.svelte';

/** Resumes, in another folder if one is named. Nothing where it has to be restored first, and where a program outside svc is on the session: then there are other ways in. */
export async function resume(app: App, row: SessionRow, folder?: string): Promise<TerminalSession | undefined> {
  if (row.kept === 'kept') {
    app.restoring = row;
    return undefined;
  }
  if (row.live === 'elsewhere') {
    app.withOutside((outside) => outside.resume(row));
    return undefined;
  }
  let session: TerminalSession | undefined;
  await app.attempt(async () => {
    session = (await app.withTerminals()).open({ sid: row.id, folder });
  });
  return session;
}
