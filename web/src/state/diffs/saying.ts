import type { SessionRow } from '../../protocol/session';
import type { App } from '../app.svelte';
import { isLive } from '../filter';
import { paste } from '../terminal/pasting';
import { send } from '../terminal/sending';
import type { TerminalSession } from '../terminal/session.svelte';

/** Why nothing can be said to a session now. */
export type Hindrance =
  /** Its program does not run. */
  | 'off'
  /** Its program has to be given back its session first. */
  | 'kept'
  /** It runs outside svc and cannot be joined from here. */
  | 'outside'
  /** Its program is starting: nobody knows yet how it takes a paste. */
  | 'starting'
  /** Its program asks something: what is typed now would be the answer. */
  | 'asks'
  /** Somebody else has the keyboard. */
  | 'watching'
  /** The server does not answer. */
  | 'unlinked';

type House = Pick<App, 'ask' | 'find' | 'linked' | 'terminals' | 'withTerminals' | 'questions' | 'appearance'>;

/** Why a message would not be taken at this moment; undefined where it would be. */
export function hindranceOf(
  app: Pick<House, 'ask' | 'find' | 'linked' | 'terminals'>,
  sid: string,
): Hindrance | undefined {
  const row = app.find(sid);
  const terminal = app.terminals?.find(sid);
  if (!row || !app.linked) return 'unlinked';
  if (row.kept === 'kept') return 'kept';
  if (asks(app, row)) return 'asks';
  const joined = terminal !== undefined && terminal.link !== 'final';
  if (row.live === 'elsewhere' && !joined) return 'outside';
  if (!joined && !isLive(row)) return 'off';
  if (joined && terminal.starting) return 'starting';
  if (terminal?.link === 'live' && terminal.writerRole.role !== 'writer' && terminal.writerRole.holder !== null)
    return 'watching';
  return undefined;
}

/** By a line of its own, or on its screen. */
function asks(app: Pick<House, 'ask'>, row: SessionRow): boolean {
  return app.ask.of(row.id) !== undefined || row.status === 'waiting';
}

/** How long a terminal may take to say that it is there. */
const patience = 10_000;
const pace = 50;

/**
 * Types a message into the program of a session, as a paste and Enter. Answers why it was not sent, or nothing where it
 * was. What the program asks meanwhile is never answered by it: before Enter it is looked once more.
 */
export async function say(app: House, sid: string, text: string): Promise<Hindrance | 'lost' | undefined> {
  const before = hindranceOf(app, sid);
  if (before) return before;
  const session = (await app.withTerminals()).open({ sid, join: app.find(sid)?.elsewhere !== null });
  if (!(await isLinked(session))) return 'unlinked';
  const now = hindranceOf(app, sid);
  if (now) return now;
  const careful = {
    screen: session.screen,
    type: (keys: string) => {
      session.type(keys);
    },
    get writes() {
      return session.writes && hindranceOf(app, sid) === undefined;
    },
  };
  if (await send(careful, text, (whole) => paste(app, session, whole))) return undefined;
  return hindranceOf(app, sid) ?? 'lost';
}

/** Whether the terminal is there, once it has said so. */
async function isLinked(session: TerminalSession): Promise<boolean> {
  for (let waited = 0; waited < patience; waited += pace) {
    if (session.link === 'live') return true;
    if (session.link === 'final') return false;
    await new Promise((resolve) => setTimeout(resolve, pace));
  }
  return false;
}
