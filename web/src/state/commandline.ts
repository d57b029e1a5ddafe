import type { Command } from '../protocol/session';

/** Of a first prompt, a line is enough to see where it stands. */
const mostOfPrompt = 60;

/** A command as people read it, quoted where a shell would need it. No shell ever does. */
export function readable({ argv, prompted }: Pick<Command, 'argv' | 'prompted'>, prompt: string): string {
  const words = prompted ? [...argv.slice(0, -1), (argv.at(-1) ?? '') + shortened(prompt)] : argv;
  return words.map(quoted).join(' ');
}

function shortened(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > mostOfPrompt ? `${characters.slice(0, mostOfPrompt).join('')}…` : line;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
