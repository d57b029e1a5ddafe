import { expect, it } from 'vitest';
import type { QuestionChoice } from '../../protocol/question';
import { choicesOf, needsWords } from './choices';

function choice(key: string, change: Partial<QuestionChoice> = {}): QuestionChoice {
  return { key, label: key, effect: 'choose', lasting: false, words: false, ...change };
}

const yes = choice('yes', { effect: 'allow' });
const always = choice('always', { effect: 'allow', lasting: true });
const no = choice('no', { effect: 'deny', words: true });
const mode = choice('mode', { effect: 'terminal' });

const keys = (choices: readonly QuestionChoice[]) => choices.map(({ key }) => key);

it('what allows once is the main answer, and what lasts never is', () => {
  const { main, deny, lasting, others } = choicesOf({ kind: 'permission', choices: [always, yes, no] });
  expect([main?.key, deny?.key, keys(lasting), keys(others)]).toEqual(['yes', 'no', ['always'], []]);
  expect(choicesOf({ kind: 'permission', choices: [always, no] }).main).toBeUndefined();
});

it('what can be chosen in the terminal only is nowhere else', () => {
  const found = choicesOf({ kind: 'permission', choices: [choice('t', { effect: 'terminal', lasting: true }), mode] });
  expect([keys(found.inTerminal), found.main, keys(found.lasting)]).toEqual([['t', 'mode'], undefined, []]);
});

it('every answer stands somewhere, in the order of the program', () => {
  const more = choice('more', { effect: 'allow' });
  const plain = choice('plain', { effect: 'deny' });
  const found = choicesOf({ kind: 'permission', choices: [yes, more, plain, no, choice('b'), choice('a')] });
  expect([found.main?.key, found.deny?.key, keys(found.others)]).toEqual(['yes', 'no', ['more', 'plain', 'b', 'a']]);
});

it('a question for words has a choice that takes them', () => {
  const say = choice('say', { words: true });
  expect(choicesOf({ kind: 'text', choices: [say, no] }).words?.key).toBe('say');
  expect(choicesOf({ kind: 'choice', choices: [say, no] }).words).toBeUndefined();
});

it('a refusal can be sent without words', () => {
  expect([needsWords(no), needsWords(choice('say', { words: true })), needsWords(yes)]).toEqual([false, true, false]);
});
