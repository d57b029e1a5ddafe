import { describe, expect, it } from 'vitest';
import { turn } from '../../test/server';
import { Api } from '../net/api';
import { Conversation } from './conversation.svelte';

/** A conversation of so many turns, ten a page; a test may let it grow. */
function server(total: number) {
  const state = { total };
  const calls: string[] = [];
  const api = new Api((path) => {
    const query = new URL(path, 'http://svc').searchParams;
    calls.push(query.toString().replace(/^format=json&?/, ''));
    const at = query.get('turn');
    if (at !== null && Number(at) >= state.total)
      return Promise.resolve(Response.json({ code: 'bad_request' }, { status: 400 }));
    const middle = at === null ? state.total : Math.max(Number(at) - 5, 0) + 10;
    const to = Math.min(Number(query.get('cursor') ?? query.get('before') ?? middle), state.total);
    const from = Math.max(0, to - 10);
    return Promise.resolve(
      Response.json({
        turns_from: from,
        turns_to: to,
        total_turns: state.total,
        next_cursor: from === 0 ? null : String(from),
        truncated: false,
        turns: Array.from({ length: to - from }, (_, step) => turn(from + step, `turn ${String(from + step)}`)),
      }),
    );
  });
  return { state, calls, talk: new Conversation(api, 'engine_1:a') };
}

const span = ({ turns }: Conversation) => [turns[0]?.index, turns.at(-1)?.index, turns.length];

describe('a conversation', () => {
  it('is read from its end backwards', async () => {
    const { talk } = server(25);
    await talk.refresh();
    expect([...span(talk), talk.atEnd, talk.complete]).toEqual([15, 24, 10, true, false]);
    await talk.older();
    await talk.older();
    expect([...span(talk), talk.complete]).toEqual([0, 24, 25, true]);
  });

  it('is read around a turn, and from there both ways without a gap', async () => {
    const { talk, calls } = server(100);
    await talk.around(50);
    expect(span(talk)).toEqual([45, 54, 10]);
    expect([talk.atEnd, talk.complete]).toEqual([false, false]);
    await talk.newer();
    await talk.older();
    expect(span(talk)).toEqual([35, 64, 30]);
    expect(calls).toEqual(['turn=50', 'before=65', 'cursor=45']);
  });

  it('is not asked for a turn that is there', async () => {
    const { talk, calls } = server(100);
    await talk.around(50);
    await talk.around(52);
    expect(calls).toHaveLength(1);
  });

  it('is read up to its end from the middle, and joins what is said then', async () => {
    const { talk, state } = server(30);
    await talk.around(5);
    while (!talk.atEnd) await talk.newer();
    expect(span(talk)).toEqual([0, 29, 30]);
    state.total = 33;
    await talk.refresh();
    expect([...span(talk), talk.total]).toEqual([0, 32, 33, 33]);
  });

  it('leaves the reader in its middle alone when more is said', async () => {
    const { talk, state, calls } = server(100);
    await talk.around(50);
    state.total = 101;
    await talk.refresh();
    expect(calls).toHaveLength(1);
    expect(span(talk)).toEqual([45, 54, 10]);
  });

  it('has no gap when more is said at once than a page holds', async () => {
    const { talk, state } = server(20);
    await talk.refresh();
    state.total = 60;
    await talk.refresh();
    expect([...span(talk), talk.atEnd]).toEqual([10, 19, 10, false]);
    while (!talk.atEnd) await talk.newer();
    expect(span(talk)).toEqual([10, 59, 50]);
  });

  it('shows its end where an address names a turn that it does not have', async () => {
    const { talk } = server(25);
    await talk.around(400);
    expect([...span(talk), talk.trouble]).toEqual([15, 24, 10, undefined]);
  });

  it('is read anew when it was rewritten and is shorter now', async () => {
    const { talk, state } = server(40);
    await talk.refresh();
    state.total = 8;
    await talk.refresh();
    expect([...span(talk), talk.complete]).toEqual([0, 7, 8, true]);
  });

  it('applies one page after the other, whatever is asked for meanwhile', async () => {
    const { talk } = server(100);
    await Promise.all([talk.refresh(), talk.around(20), talk.around(70)]);
    expect(span(talk)).toEqual([65, 74, 10]);
  });
});
