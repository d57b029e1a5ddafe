import { describe, expect, it } from 'vitest';
import { FakeIndex, group } from '../../../test/search';
import { row } from '../../../test/server';
import { everything } from '../filter';
import { mostGroups, Said } from './said.svelte';

const groups = (count: number) => Array.from({ length: count }, (_, at) => group(at, 3, 9));
const words = (text: string) => ({ ...everything, words: text });
const ids = (said: Said) => said.groups.map(({ session }) => session.native_id);

async function shown(index: FakeIndex, text = 'cart'): Promise<Said> {
  const said = new Said(index.api);
  await said.show(words(text));
  return said;
}

describe('what was said', () => {
  it('is not asked for without words, and forgotten when they are gone', async () => {
    const index = new FakeIndex(groups(2));
    const said = await shown(index, '  ');
    expect(index.calls).toEqual([]);
    await said.show(words('cart'));
    expect(ids(said)).toEqual(['0', '1']);
    await said.show(words(''));
    expect([ids(said), said.facts]).toEqual([[], undefined]);
  });

  it('is asked for once for the same words', async () => {
    const index = new FakeIndex(groups(1));
    const said = await shown(index);
    await said.show({ ...words('cart '), within: 'titles' });
    expect(index.calls).toEqual(['/api/search?q=cart&limit=20']);
  });

  it('gives up what is on its way when the words change, and shows the later answer alone', async () => {
    const index = new FakeIndex(groups(1));
    const said = new Said(index.api);
    const letGo = index.hold();
    void said.show(words('c'));
    const later = said.show(words('cart'));
    expect(index.aborted).toBe(1);
    index.groups = groups(3);
    letGo();
    await later;
    expect(index.calls).toEqual(['/api/search?q=c&limit=20', '/api/search?q=cart&limit=20']);
    expect(said.loading).toBe(false);
  });

  it('keeps what was found until the next answer is there', async () => {
    const index = new FakeIndex(groups(2));
    const said = await shown(index);
    const letGo = index.hold();
    const next = said.show(words('cart shop'));
    expect(ids(said)).toEqual(['0', '1']);
    letGo();
    await next;
  });

  it('comes in pages, no session twice, and no more than somebody looks through', async () => {
    const index = new FakeIndex(groups(mostGroups + 50));
    const said = await shown(index);
    expect([said.groups.length, said.more]).toEqual([20, true]);
    while (said.more) await said.loadMore();
    expect([said.groups.length, new Set(ids(said)).size, said.full]).toEqual([mostGroups, mostGroups, true]);
  });

  it('says what was not looked through', async () => {
    const index = new FakeIndex(groups(1));
    index.facts = { complete: false, indexed: 812, of: 1284, bounded: 'Only the newest 20,000 turns.' };
    const said = await shown(index);
    expect(said.limits).toBe('812 of 1,284 sessions searched, newest first · Only the newest 20,000 turns.');
  });

  it('keeps its order when the index grows: what is new stands behind', async () => {
    const index = new FakeIndex([group(1, 3), group(2, 3)]);
    index.facts = { complete: false };
    const said = await shown(index);
    index.groups = [group(3, 1), group(2, 3, 4), group(1, 3)];
    await said.heard(true);
    expect(ids(said)).toEqual(['1', '2', '3']);
    expect(said.groups[1]?.hits).toHaveLength(2);
  });

  it('is asked for again by news of an index that is being built, not of one that is complete', async () => {
    const index = new FakeIndex(groups(1));
    const said = await shown(index);
    await said.heard(true);
    expect(index.calls).toHaveLength(1);
    await said.heard(false);
    expect(index.calls).toHaveLength(2);
  });

  it('says where a query cannot be read, and asks again for other words', async () => {
    const index = new FakeIndex(groups(1));
    index.refusal = { status: 400, code: 'bad_query', position: 4 };
    const said = await shown(index, 'car "t');
    expect([said.trouble?.message, said.trouble?.position, said.asked, ids(said)]).toEqual([
      'Not so.',
      4,
      'car "t',
      [],
    ]);
    index.refusal = undefined;
    await said.show(words('car "t"'));
    expect([said.trouble, ids(said)]).toEqual([undefined, ['0']]);
  });

  it('is not asked for while search is off, until it is heard that it is on', async () => {
    const index = new FakeIndex(groups(1));
    index.refusal = { status: 403, code: 'disabled' };
    const said = await shown(index);
    await said.show(words('cart shop'));
    expect([said.off, index.calls.length]).toEqual([true, 1]);
    index.refusal = undefined;
    await said.heard(true);
    expect([said.off, ids(said)]).toEqual([false, ['0']]);
  });

  it('shows news of its sessions, and loses what is gone', async () => {
    const said = await shown(new FakeIndex(groups(2)));
    said.put(row(1, { title: 'renamed' }));
    expect(said.find('engine_1:1')?.title).toBe('renamed');
    said.remove(new Set(['engine_1:0']));
    expect(ids(said)).toEqual(['1']);
  });

  it('is what is like another session, which is named', async () => {
    const index = new FakeIndex(groups(2));
    const said = new Said(index.api);
    await said.show({ ...everything, like: 'engine_1:7' });
    expect(index.calls[0]).toBe('/api/sessions/engine_1:7/similar?limit=20');
    expect([ids(said), said.facts]).toEqual([['0', '1'], undefined]);
    await expect.poll(() => said.liked?.native_id).toBe('7');
  });

  it('is what this host found at once, and what others found as well once they answer', async () => {
    const index = new FakeIndex(groups(2));
    const said = new Said(index.api, () => true);
    await said.show(words('cart'));
    expect(index.calls).toEqual(['/api/search?q=cart&limit=20', '/api/search?q=cart&fleet=1&limit=20']);
    expect(ids(said)).toEqual(['0', '1']);
  });

  it('comes in pages of all hosts, where there are others', async () => {
    const index = new FakeIndex(groups(30));
    const said = new Said(index.api, () => true);
    await said.show(words('cart'));
    await said.loadMore();
    expect(index.calls.at(-1)).toBe('/api/search?q=cart&cursor=20&fleet=1&limit=20');
    expect(said.groups.length).toBe(30);
  });

  it('names the hosts that did not answer, and those that do not let others read', async () => {
    const index = new FakeIndex(groups(1));
    const of = (host: string, state: 'answered' | 'late' | 'denied') => ({ host, state, why: null });
    index.facts = { hosts: [of('forge-1', 'late'), of('laptop-3', 'denied'), of('hub', 'answered')] };
    const said = new Said(index.api, () => true);
    await said.show(words('cart'));
    expect(said.limits).toContain('No answer from forge-1');
    expect(said.limits).toContain('laptop-3');
    expect(said.limits).not.toContain('hub');
  });
});
