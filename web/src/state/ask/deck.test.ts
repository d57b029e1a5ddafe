import { expect, it } from 'vitest';
import { FakeQuestions, question, receipt, settled } from '../../../test/questions';
import { Ask } from '../ask.svelte';
import { Deck } from './deck.svelte';

async function deck(...numbers: number[]) {
  const server = new FakeQuestions(numbers.map((number) => question(number)));
  const ask = new Ask(server.api, () => 'Claude Code');
  const deck = new Deck(ask);
  await ask.load();
  deck.follow();
  const hear = (type: 'question' | 'question_settled', data: unknown) => {
    ask.heard(type, data);
    deck.follow();
  };
  return { server, ask, deck, hear };
}

it('begins with what waits longest, and stays there whatever comes', async () => {
  const { deck: cards, hear } = await deck(2, 3);
  expect([cards.id, cards.at]).toEqual(['q2', 0]);
  hear('question', question(1));
  expect([cards.id, cards.at]).toEqual(['q2', 1]);
});

it('is empty until something is asked', async () => {
  const { deck: cards, hear } = await deck();
  expect([cards.id, cards.gone]).toEqual([undefined, false]);
  hear('question', question(4));
  expect(cards.id).toBe('q4');
});

it('goes to the next and the one before, and stops at the ends', async () => {
  const { deck: cards } = await deck(1, 2);
  expect([cards.canStep(-1), cards.canStep(1)]).toEqual([false, true]);
  cards.step(1);
  cards.step(1);
  expect([cards.id, cards.canStep(1)]).toEqual(['q2', false]);
  cards.step(-1);
  expect(cards.id).toBe('q1');
});

it('a settled card stays with what became of it, and the next one takes its place after that', async () => {
  const { deck: cards, hear } = await deck(1, 2, 3);
  cards.step(1);
  hear('question_settled', settled(2, { how: 'decided', receipt: null }));
  expect([cards.id, cards.settled?.how, cards.passesIn]).toEqual(['q2', 'decided', 6_000]);
  expect([cards.canStep(-1), cards.canStep(1)]).toEqual([true, true]);
  cards.pass();
  expect(cards.id).toBe('q3');
});

it('one that was answered here passes sooner, and after the last one there is none', async () => {
  const { server, ask, deck: cards } = await deck(1);
  server.answers = { status: 200, body: { receipt: receipt(), how: 'allowed' } };
  await ask.answer(question(1), { choice: 'yes' });
  expect(cards.passesIn).toBe(3_000);
  cards.pass();
  expect([cards.id, cards.question]).toEqual([undefined, undefined]);
});

it('an answer that was not taken waits for somebody', async () => {
  const { deck: cards, hear } = await deck(1, 2);
  hear('question_settled', settled(1, { how: 'not_taken', receipt: receipt({ taken_at: null }) }));
  expect(cards.passesIn).toBeUndefined();
});

it('a wanted question that nobody remembers is gone', async () => {
  const { deck: cards } = await deck(1);
  cards.show('long ago');
  expect([cards.gone, cards.passesIn]).toEqual([true, 6_000]);
  cards.pass();
  expect(cards.id).toBe('q1');
});
