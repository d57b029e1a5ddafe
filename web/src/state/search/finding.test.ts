import { describe, expect, it } from 'vitest';
import { FakeIndex, group } from '../../../test/search';
import { turn } from '../../../test/server';
import { Api } from '../../net/api';
import { Conversation } from '../conversation.svelte';
import { everything } from '../filter';
import { Finding } from './finding.svelte';

/** The newest three of twenty turns are loaded; the index knows turns 3 and 18. */
async function opened(turns = [3, 18]) {
  const page = { turns_from: 17, turns_to: 20, total_turns: 20, next_cursor: '17', truncated: false };
  const texts = [turn(17, 'the cartridge'), turn(18, 'the cart'), turn(19, 'thanks')];
  const talk = new Conversation(new Api(() => Promise.resolve(Response.json({ ...page, turns: texts }))), 'engine_1:0');
  await talk.refresh();
  const index = new FakeIndex([group(0, ...turns)]);
  return { index, finding: new Finding(index.api, 'engine_1:0', talk) };
}

describe('what is looked for in a conversation', () => {
  it('stands where the list counts it, also in turns that are not loaded', async () => {
    const { finding, index } = await opened();
    await finding.take({ ...everything, words: 'cart', within: 'assistant' });
    expect(finding.turns).toEqual([3, 18]);
    expect(index.calls).toEqual(['/api/search/hits?q=cart&role=assistant&sid=engine_1%3A0']);
  });

  it('is found in the loaded turns where the index knows none', async () => {
    const { finding } = await opened([]);
    await finding.take({ ...everything, words: 'cart' });
    expect(finding.turns).toEqual([17, 18]);
  });

  it('typed here, is found by its letters and by the index', async () => {
    const { finding } = await opened();
    finding.type('cart');
    expect(finding.turns).toEqual([17, 18]);
    await expect.poll(() => finding.turns).toEqual([3, 17, 18]);
  });

  it('is found by its letters while search is off, and the server is not asked twice', async () => {
    const { finding, index } = await opened();
    index.refusal = { status: 403, code: 'disabled' };
    await finding.take({ ...everything, words: 'cart' });
    expect(finding.turns).toEqual([17, 18]);
    await finding.take({ ...everything, words: 'thanks' });
    expect([finding.turns, index.calls.length]).toEqual([[19], 1]);
  });

  it('asks for nothing without words', async () => {
    const { finding, index } = await opened();
    await finding.take(everything);
    expect([finding.turns, index.calls]).toEqual([[], []]);
  });

  it('leads from hit to hit, around only where that is wanted', async () => {
    const { finding } = await opened();
    await finding.take({ ...everything, words: 'cart' });
    expect([finding.at, finding.next(1, false), finding.next(-1, false)]).toEqual([-1, 3, 18]);
    finding.turn = 18;
    expect([finding.at, finding.next(1, false), finding.next(1, true), finding.next(-1, false)]).toEqual([
      1,
      undefined,
      3,
      3,
    ]);
    finding.turn = 10;
    expect([finding.at, finding.next(1, false), finding.next(-1, false)]).toEqual([-1, 18, 3]);
  });

  it('is marked by its words and by what the hits matched', async () => {
    const { finding } = await opened();
    await finding.take({ ...everything, words: 'role:assistant /c.rt/ shop' });
    expect(finding.marks).toBe('shop cart');
  });
});
