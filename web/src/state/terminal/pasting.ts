import { t } from '../../text';
import type { App } from '../app.svelte';
import { cleanPaste } from './paste';
import type { TerminalSession } from './session.svelte';

type Asking = { questions: Pick<App['questions'], 'ask'>; appearance: Pick<App['appearance'], 'asksAboutLines'> };
type Pasted = Pick<TerminalSession, 'paste'> & {
  screen: Pick<TerminalSession['screen'], 'pastesWhole'>;
};

/** How many lines a program that takes no whole pastes would run one by one, before anybody has read them. */
export function linesRun(text: string): number {
  return cleanPaste(text)
    .split('\r')
    .filter((line, at, all) => line.trim() !== '' || at < all.length - 1).length;
}

/** Pastes; where each line would be run as it comes, a person is asked first. True when the text was pasted. */
export async function paste(app: Asking, session: Pasted, text: string): Promise<boolean> {
  const lines = linesRun(text);
  if (lines > 1 && app.appearance.asksAboutLines && !session.screen.pastesWhole) {
    const { pasteLinesSure, pasteLinesWhy: why, pasteLines } = t.terminal;
    const agreed = await app.questions.ask({ title: pasteLinesSure(lines), why, yes: pasteLines(lines) });
    if (!agreed) return false;
  }
  session.paste(text);
  return true;
}
