import { expect, it, vi } from 'vitest';
import { Api } from '../net/api';
import { FakeQuestions, question, receipt, settled } from '../../test/questions';
import { Ask } from './ask.svelte';

const given = { choice: 'yes' };

async function asking(...numbers: number[]) {
  const server = new FakeQuestions(numbers.map((number) => question(number)));
  const ask = new Ask(server.api, () => 'Claude Code');
  await ask.load();
  return { server, ask };
}

const ids = (ask: Ask) => ask.open.map(({ id }) => id);

it('who waits longest is first, in whatever order they come', async () => {
  const { ask } = await asking(3, 1);
  ask.heard('question', question(2));
  expect(ids(ask)).toEqual(['q1', 'q2', 'q3']);
});

it('a question that changes is replaced, and what it asks anew is said', async () => {
  const { ask } = await asking(1);
  expect(ask.said).toBe('');
  ask.heard('question', question(1, { seen_at: '2026-11-21T10:02:11.000Z' }));
  expect([ask.find('q1')?.seen_at !== null, ask.said]).toEqual([true, '']);
  ask.heard('question', question(1, { digest: 'other', title: 'Another one' }));
  expect([ids(ask), ask.said]).toEqual([['q1'], 'Claude Code asks: Another one']);
});

it('what is settled leaves the open ones, and an older event does not bring it back', async () => {
  const { ask } = await asking(1, 2);
  ask.heard('question_settled', settled(1, { how: 'decided', receipt: null }));
  ask.heard('question', question(1, { in_hand: 'Firefox on Linux' }));
  expect([ids(ask), ask.findSettled('q1')?.how]).toEqual([['q2'], 'decided']);
  expect(ask.said).toBe('Question 1 Answered in the terminal');
});

it('what was heard while a list was on its way is newer than the list', async () => {
  const { server, ask } = await asking(1, 2);
  const letGo = server.hold();
  const loading = ask.load();
  ask.heard('question', question(3));
  ask.heard('question_settled', settled(1));
  ask.heard('question', question(2, { digest: 'newer' }));
  letGo();
  await loading;
  expect(ids(ask)).toEqual(['q2', 'q3']);
  expect(ask.find('q2')?.digest).toBe('newer');
});

it('of two lists the one that was asked for later counts', async () => {
  const { server, ask } = await asking(1);
  const letGo = server.hold();
  const first = ask.load();
  server.open = [question(2)];
  await ask.load();
  letGo();
  await first;
  expect(ids(ask)).toEqual(['q2']);
});

it('what was missed is caught up on: the gone are gone, with how, and the new are said', async () => {
  const { server, ask } = await asking(1, 2);
  server.open = [question(2), question(3)];
  server.settled = [settled(1)];
  await ask.load();
  expect([ids(ask), ask.findSettled('q1')?.how, ask.said]).toEqual([
    ['q2', 'q3'],
    'allowed',
    'Claude Code asks: Question 3',
  ]);
});

it('an event that says nothing makes the page ask', async () => {
  const { server, ask } = await asking();
  server.open = [question(1)];
  ask.heard('question', {});
  await expect.poll(() => ids(ask)).toEqual(['q1']);
});

it('a list that cannot be had is no empty one, and the next one is', async () => {
  let away = true;
  const api = new Api(() =>
    away
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ questions: [], settled: [] })),
  );
  const ask = new Ask(api, () => '');
  await ask.load();
  expect([ask.loaded, ask.trouble?.code]).toEqual([false, 'unreachable']);
  away = false;
  await ask.load();
  expect([ask.loaded, ask.trouble]).toEqual([true, undefined]);
});

it('what is shown is not what the server says from a lost link until the next list', async () => {
  const { ask } = await asking(1);
  expect(ask.current).toBe(true);
  const before = ask.load();
  ask.unlinked();
  await before;
  expect([ids(ask), ask.current]).toEqual([['q1'], false]);
  await ask.load();
  expect(ask.current).toBe(true);
});

it('a list that did not come is asked for until it does', async () => {
  vi.useFakeTimers();
  let away = false;
  const api = new Api(() =>
    Promise.resolve(away ? new Response('', { status: 500 }) : Response.json({ questions: [], settled: [] })),
  );
  const ask = new Ask(api, () => '');
  await ask.load();
  ask.unlinked();
  away = true;
  await ask.load();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask.current).toBe(false);
  away = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([ask.current, vi.getTimerCount()]).toEqual([true, 0]);
  vi.useRealTimers();
});

it('an answer names the digest of what was shown, and its receipt stays', async () => {
  const { server, ask } = await asking(1);
  server.answers = { status: 200, body: { receipt: receipt(), how: 'allowed' } };
  await ask.answer(question(1), given);
  expect(server.calls.at(-1)).toBe('POST /api/questions/q1/answer {"choice":"yes","digest":"d1"}');
  expect([ids(ask), ask.findSettled('q1')?.receipt?.by, ask.mine('q1')]).toEqual([[], 'Firefox on Linux', 'sent']);
});

it('it is sent once, however often it is pressed', async () => {
  const { server, ask } = await asking(1);
  const letGo = server.hold();
  const first = ask.answer(question(1), given);
  await ask.answer(question(1), given);
  expect(ask.answering.get('q1')).toEqual({ is: 'sending', choice: 'yes' });
  server.answers = { status: 202, body: {} };
  letGo();
  await first;
  expect(server.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

it('one whose fate is not known yet locks the question, until the stream tells it', async () => {
  const { server, ask } = await asking(1);
  server.answers = { status: 202, body: { receipt: receipt({ taken_at: null }) } };
  await ask.answer(question(1), given);
  expect(ask.answering.get('q1')?.is).toBe('sent');
  ask.heard('question_settled', settled(1, { how: 'not_taken', receipt: receipt({ taken_at: null }) }));
  expect([ask.answering.size, ask.findSettled('q1')?.how]).toEqual([0, 'not_taken']);
});

it('the stream may tell it before the answer does', async () => {
  const { server, ask } = await asking(1);
  server.answers = { status: 202, body: { receipt: receipt({ taken_at: null }) } };
  const letGo = server.hold();
  const answering = ask.answer(question(1), given);
  ask.heard('question_settled', settled(1));
  letGo();
  await answering;
  expect([ask.answering.size, ids(ask), ask.findSettled('q1')?.receipt?.taken_at]).toEqual([0, [], receipt().taken_at]);
});

it('what somebody else settled is shown as that, and says that this answer was not sent', async () => {
  const { server, ask } = await asking(1);
  const problem = { code: 'settled', title: '', detail: '', how: 'denied', receipt: receipt({ by: 'svc answer' }) };
  server.open = [];
  server.answers = { status: 409, body: problem };
  await ask.answer(question(1), given);
  expect([ask.findSettled('q1')?.receipt?.by, ask.mine('q1'), ids(ask)]).toEqual(['svc answer', 'late', []]);
});

it('the fuller telling of an end stays', async () => {
  const { server, ask } = await asking(1);
  server.open = [];
  server.answers = { status: 409, body: { code: 'settled', title: '', detail: '', how: 'allowed', receipt: null } };
  const letGo = server.hold();
  const answering = ask.answer(question(1), given);
  ask.heard('question_settled', settled(1));
  letGo();
  await answering;
  expect(ask.findSettled('q1')?.receipt).not.toBeNull();
});

it('while another answer is on its way nobody can answer, and can again if that one fails', async () => {
  const { server, ask } = await asking(1);
  server.open = [question(1, { in_hand: 'svc answer' })];
  server.answers = { status: 409, body: { code: 'settled', title: '', detail: '' } };
  await ask.answer(question(1), given);
  await expect.poll(() => ask.find('q1')?.in_hand).toBe('svc answer');
  expect(ask.answering.get('q1')).toEqual({ is: 'late' });
  ask.heard('question', question(1));
  expect(ask.answering.size).toBe(0);
});

it('a changed question is shown anew, and says that nothing was sent', async () => {
  const { server, ask } = await asking(1);
  server.open = [question(1, { digest: 'newer' })];
  server.answers = { status: 409, body: { code: 'changed', title: '', detail: '' } };
  await ask.answer(question(1), given);
  await expect.poll(() => ask.find('q1')?.digest).toBe('newer');
  expect(ask.answering.get('q1')).toEqual({ is: 'changed' });
});

it('what could not be handed over can be answered again, with the reason', async () => {
  const { server, ask } = await asking(1);
  server.answers = { status: 503, body: { code: 'not_sent', title: '', detail: 'The program does not listen.' } };
  await ask.answer(question(1), given);
  expect(ask.answering.get('q1')).toEqual({ is: 'notSent', why: 'The program does not listen.' });
  server.answers = { status: 200, body: { receipt: receipt(), how: 'allowed' } };
  await ask.answer(question(1), given);
  expect(ids(ask)).toEqual([]);
});

it('without an answer nobody knows whether it arrived', async () => {
  const { server, ask } = await asking(1);
  server.answers = 'unreachable';
  await ask.answer(question(1), given);
  expect(ask.answering.get('q1')).toEqual({ is: 'unknown' });
});

it('that a card was seen is said once for each form of its question', async () => {
  const { server, ask } = await asking(1);
  await ask.seen(question(1));
  await ask.seen(question(1, { seen_at: '2026-11-21T10:02:11.000Z' }));
  await ask.seen(question(1, { digest: 'newer' }));
  const said = server.calls.filter((call) => call.includes('/seen'));
  expect(said).toEqual([
    'POST /api/questions/q1/seen {"digest":"d1"}',
    'POST /api/questions/q1/seen {"digest":"newer"}',
  ]);
});

it('where something else is asked than what was seen, the page asks what it is', async () => {
  const { server, ask } = await asking(1);
  server.current = false;
  server.open = [question(1, { digest: 'newer' })];
  await ask.seen(question(1));
  await vi.waitFor(() => {
    expect(ask.find('q1')?.digest).toBe('newer');
  });
});

const far = { id: 'q7@forge-1', sid: 'engine_1:s7@forge-1', digest: 'd7' };
const there = (...asked: [string, string][]) => new Map(asked);

async function askingThere() {
  const { server, ask } = await asking(1);
  server.hosts.set('forge-1', { open: [question(7, far)], settled: [] });
  ask.follow(there(['forge-1', 's7']));
  await expect.poll(() => ids(ask)).toEqual(['q1', 'q7@forge-1']);
  return { server, ask };
}

it('what programs of another host ask stands among all that is asked, and is asked for once', async () => {
  const { server, ask } = await askingThere();
  expect(ask.of('engine_1:s7@forge-1')?.id).toBe('q7@forge-1');
  const calls = server.calls.length;
  ask.follow(there(['forge-1', 's7']));
  expect(server.calls.length).toBe(calls);
});

it('the list of this host leaves the questions of others alone, and theirs leave its own', async () => {
  const { server, ask } = await askingThere();
  server.open = [question(2)];
  await ask.load();
  expect(ids(ask)).toEqual(['q2', 'q7@forge-1']);
  server.hosts.set('forge-1', { open: [], settled: [] });
  ask.follow(there());
  await expect.poll(() => ids(ask)).toEqual(['q2']);
});

it('an answer to another host names the question there and what was shown', async () => {
  const { server, ask } = await askingThere();
  server.answers = { status: 200, body: { receipt: receipt({ by: 'ada@laptop-3' }), how: 'allowed' } };
  await ask.answer(question(7, far), given);
  expect(server.calls.at(-1)).toBe('POST /api/questions/q7%40forge-1/answer {"choice":"yes","digest":"d7"}');
  expect([ids(ask), ask.findSettled('q7@forge-1')?.how]).toEqual([['q1'], 'allowed']);
});

it('what became of an answer that another host has sent is asked after until it knows', async () => {
  const { server, ask } = await askingThere();
  server.answers = { status: 202, body: { receipt: receipt({ taken_at: null }) } };
  await ask.answer(question(7, far), given);
  expect(ask.answering.get('q7@forge-1')?.is).toBe('sent');
  server.hosts.set('forge-1', { open: [], settled: [settled(7, { id: far.id, sid: far.sid })] });
  await expect.poll(() => ask.findSettled('q7@forge-1')?.how).toBe('allowed');
  expect(ids(ask)).toEqual(['q1']);
});

it('of an answer that came too late there, nobody knows whether it counted, and the host is asked', async () => {
  const { server, ask } = await askingThere();
  const asked = () => server.calls.filter((one) => one === 'GET /api/questions?host=forge-1').length;
  const before = asked();
  server.answers = { status: 504, body: { status: 504, code: 'host_late', title: '', detail: '' } };
  await ask.answer(question(7, far), given);
  expect(ask.answering.get('q7@forge-1')?.is).toBe('unknown');
  await expect.poll(asked).toBe(before + 1);
});

it('what another host did not tell whole is not said to have been seen', async () => {
  const { server, ask } = await askingThere();
  const calls = server.calls.length;
  await ask.seen(question(7, { ...far, digest: '', choices: [], withheld: true }));
  expect(server.calls.length).toBe(calls);
});

it('questions of a host that is away are not offered', async () => {
  const { server, ask } = await askingThere();
  server.hosts.clear();
  ask.follow(there());
  await expect.poll(() => ids(ask)).toEqual(['q1']);
});

it('a host that did not answer is asked again while its rows wait', async () => {
  const { server, ask } = await asking(1);
  ask.follow(there(['forge-1', 's7']));
  await expect.poll(() => server.calls.includes('GET /api/questions?host=forge-1')).toBe(true);
  server.hosts.set('forge-1', { open: [question(7, far)], settled: [] });
  await expect.poll(() => ids(ask)).toEqual(['q1', 'q7@forge-1']);
});

it('another host is asked again once this page was without news', async () => {
  const { server, ask } = await askingThere();
  server.hosts.set('forge-1', { open: [], settled: [settled(7, { id: far.id, sid: far.sid })] });
  ask.unlinked();
  ask.follow(there(['forge-1', 's7']));
  await expect.poll(() => ids(ask)).toEqual(['q1']);
});

it('an answer of another host cannot name a question of this one', async () => {
  const { server, ask } = await asking(1);
  server.hosts.set('forge-1', { open: [question(1, { title: 'Not mine' })], settled: [] });
  ask.follow(there(['forge-1', 's1']));
  await expect.poll(() => server.calls.filter((one) => one.includes('settled?host')).length).toBe(1);
  expect(ask.open.map(({ title }) => title)).toEqual(['Question 1']);
});

it('a question of another host that somebody else is answering is looked at until it can be answered again', async () => {
  const { server, ask } = await askingThere();
  server.hosts.set('forge-1', { open: [question(7, { ...far, in_hand: 'Firefox on Linux' })], settled: [] });
  ask.follow(there(['forge-1', 'other words']));
  await expect.poll(() => ask.find(far.id)?.in_hand).toBe('Firefox on Linux');
  server.hosts.set('forge-1', { open: [question(7, far)], settled: [] });
  await expect.poll(() => ask.find(far.id)?.in_hand).toBeNull();
});

it('a host that takes longer than a look is not asked again before it has answered', async () => {
  const { server, ask } = await askingThere();
  const asked = () => server.calls.filter((one) => one === 'GET /api/questions?host=forge-1').length;
  server.answers = { status: 202, body: { receipt: receipt({ taken_at: null }) } };
  vi.useFakeTimers();
  try {
    await ask.answer(question(7, far), given);
    const before = asked();
    const letGo = server.hold();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked()).toBe(before + 1);
    server.hosts.set('forge-1', { open: [], settled: [settled(7, { id: far.id, sid: far.sid })] });
    letGo();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask.findSettled(far.id)?.how).toBe('allowed');
  } finally {
    vi.useRealTimers();
  }
});
