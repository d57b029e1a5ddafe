import { expect, it } from 'vitest';
import { linesRun, paste } from './pasting';

function asked(pastesWhole: boolean, { asksAboutLines = true, agrees = false } = {}) {
  const questions: string[] = [];
  const pasted: string[] = [];
  const app = {
    appearance: { asksAboutLines },
    questions: {
      ask: ({ title }: { title: string }) => {
        questions.push(title);
        return Promise.resolve(agrees);
      },
    },
  };
  const session = { screen: { pastesWhole }, paste: (text: string) => void pasted.push(text) };
  return { questions, pasted, done: (text: string) => paste(app, session, text) };
}

it('counts the lines that Enter would be pressed after, and one that is left standing', () => {
  const counted = ['', 'ls', 'ls\n', 'a\nb', 'a\r\nb\r\n', 'a\n\n', 'a\rb\rc'].map(linesRun);
  expect(counted).toEqual([0, 1, 1, 2, 2, 2, 3]);
});

it('asks before several lines that would be run one by one, and pastes none of them after a no', async () => {
  const { questions, pasted, done } = asked(false);
  expect(await done('cd /\nls')).toBe(false);
  expect([questions, pasted]).toEqual([['Paste 2 lines?'], []]);
});

it('pastes them after a yes', async () => {
  const { pasted, done } = asked(false, { agrees: true });
  expect(await done('cd /\nls')).toBe(true);
  expect(pasted).toEqual(['cd /\nls']);
});

it.each([
  ['a single line', asked(false), 'ls\n'],
  ['what the program takes as one piece', asked(true), 'a\nb'],
  ['anything once that is turned off', asked(false, { asksAboutLines: false }), 'a\nb'],
])('does not ask about %s', async (_, { questions, pasted, done }, text) => {
  expect(await done(text)).toBe(true);
  expect([questions, pasted]).toEqual([[], [text]]);
});
