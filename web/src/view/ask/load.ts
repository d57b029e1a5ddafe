import { speakOfQuestions } from '../../text/ask';

/** A part together with its words. */
async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, speakOfQuestions()]);
  return loaded;
}

export const loadPage = () => withWords(import('./AskPage.svelte'));
export const loadPanel = () => withWords(import('./AskPanel.svelte'));
