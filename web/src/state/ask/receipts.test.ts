import { expect, it } from 'vitest';
import { receipt, settled } from '../../../test/questions';
import { secondOf } from '../../text/when';
import { sentSteps, stepsOf } from './receipts';

const shownAt = secondOf('2026-11-21T10:02:11.000Z');
const answeredAt = secondOf('2026-11-21T10:02:40.000Z');
const takenAt = secondOf('2026-11-21T10:02:41.000Z');
const said = (steps: { text: string; look: string }[]) => steps.map(({ text, look }) => `${look}: ${text}`);

it('an answer is shown, answered by somebody, and taken', () => {
  expect(said(stepsOf(settled(1)))).toEqual([
    `done: Shown ${shownAt}`,
    `done: Allowed ${answeredAt} by Firefox on Linux`,
    `done: Taken ${takenAt}`,
  ]);
  expect(answeredAt).toMatch(/^\d\d:\d\d:40$/);
});

it('a choice is named', () => {
  const chosen = receipt({ shown_at: null, choice: { key: '2', label: '120 a minute', effect: 'choose' } });
  expect(said(stepsOf(settled(1, { how: 'chosen', receipt: chosen })))[0]).toBe(
    `done: “120 a minute” ${answeredAt} by Firefox on Linux`,
  );
});

it('one that is on its way, or was not taken, was sent', () => {
  const sent = receipt({ taken_at: null });
  const first = [`done: Shown ${shownAt}`, `done: Yes, sent ${answeredAt} by Firefox on Linux`];
  expect(said(sentSteps(sent))).toEqual(first);
  expect(said(stepsOf(settled(1, { how: 'not_taken', receipt: sent })))).toEqual([
    ...first,
    `bad: Not taken ${takenAt}`,
  ]);
});

it('where the program does not say whose answer counted, nothing is said to be taken', () => {
  const sent = receipt({ taken_at: null });
  expect(said(stepsOf(settled(1, { how: 'settled', receipt: sent }))).slice(1)).toEqual([
    `done: Yes, sent ${answeredAt} by Firefox on Linux`,
    `told: Settled ${takenAt}`,
  ]);
});

it('what ended without an answer from here says how', () => {
  const how = (end: 'decided' | 'withdrawn' | 'ended') => said(stepsOf(settled(1, { how: end, receipt: null })));
  expect([how('decided'), how('withdrawn'), how('ended')]).toEqual([
    [`done: Answered in the terminal ${takenAt}`],
    [`told: Withdrawn by the program ${takenAt}`],
    [`told: The program ended ${takenAt}`],
  ]);
});
