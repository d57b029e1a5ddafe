import type { TerminalSession } from './session.svelte';

/** A program that gets Enter this soon after a paste may take it for a part of the paste: a new line. */
export const apart = 100;
/** By then a program has shown the text, or it never will: a password is not shown. */
export const patience = 1_000;

type Writing = Pick<TerminalSession, 'type' | 'writes'> & {
  screen: { onDrawn: (told: () => void) => () => void };
};

/**
 * Sends what was composed: the text, by `paste`, and Enter once the program has shown it. Answers whether both went out;
 * a text that was not pasted, or whose terminal was lost meanwhile, stays with whoever wrote it.
 */
export async function send(
  session: Writing,
  text: string,
  paste: (text: string) => Promise<boolean>,
): Promise<boolean> {
  if (text) {
    let drawn = (): void => undefined;
    const shown = new Promise<void>((resolve) => (drawn = resolve));
    const forget = session.screen.onDrawn(drawn);
    try {
      if (!(await paste(text))) return false;
      await Promise.all([after(apart), Promise.race([shown, after(patience)])]);
    } finally {
      forget();
    }
  }
  if (!session.writes) return false;
  session.type('\r');
  return true;
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
