import type { Question, QuestionChoice } from '../../protocol/question';

/** The answers to a question, by what they are for. Each stands in one place. */
export interface Choices {
  /** Lets it happen this once: the only one that may be the main button. */
  main: QuestionChoice | undefined;
  deny: QuestionChoice | undefined;
  /** Takes the words that are asked for. */
  words: QuestionChoice | undefined;
  /** In the program's order. */
  others: readonly QuestionChoice[];
  /** They hold for more than this question, and are asked about once more. */
  lasting: readonly QuestionChoice[];
  /** Can be chosen in the terminal only. */
  inTerminal: readonly QuestionChoice[];
}

export function choicesOf({ kind, choices }: Pick<Question, 'kind' | 'choices'>): Choices {
  const inTerminal = choices.filter(({ effect }) => effect === 'terminal');
  const lasting = choices.filter(({ effect, lasting }) => lasting && effect !== 'terminal');
  const once = choices.filter(({ effect, lasting }) => !lasting && effect !== 'terminal');
  const allows = once.filter(({ effect }) => effect === 'allow');
  const denies = once.filter(({ effect }) => effect === 'deny');
  const main = allows.find(({ words }) => !words) ?? allows[0];
  const deny = denies.find(({ words }) => words) ?? denies.at(-1);
  const words = kind === 'text' ? once.find(({ words, effect }) => words && effect === 'choose') : undefined;
  const others = once.filter((choice) => choice !== main && choice !== deny && choice !== words);
  return { main, deny, words, others, lasting, inTerminal };
}

/** Words without which a choice cannot be sent. */
export function needsWords({ words, effect }: QuestionChoice): boolean {
  return words && effect === 'choose';
}

/** Whether the program's words say no more than the name of the button does. */
export function isSaidBy({ label }: QuestionChoice): boolean {
  return /^(y|n|yes|no|ok|allow|deny|reject|approve|proceed|accept|cancel|decline)( once)?[.!…]?$/i.test(label.trim());
}

/** As many characters as go along with an answer. */
export const longestWords = 4000;
