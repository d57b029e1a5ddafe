import { expect, it } from 'vitest';
import { Questions } from './questions.svelte';

const words = { title: 'End it?', why: 'It runs.', yes: 'End' };

it('waits for the answer and is closed by it', async () => {
  const questions = new Questions();
  const answered = questions.ask(words);
  expect(questions.open?.title).toBe('End it?');
  questions.open?.answer(true);
  expect(await answered).toBe(true);
  expect(questions.open).toBeUndefined();
});

it('takes a question that another one displaces as answered with no', async () => {
  const questions = new Questions();
  const first = questions.ask(words);
  const second = questions.ask({ ...words, title: 'And this?' });
  expect(await first).toBe(false);
  questions.open?.answer(true);
  expect(await second).toBe(true);
});
