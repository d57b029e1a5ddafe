import { expect, it } from 'vitest';
import { followNotifications } from './led';
import type { Where } from '../place.svelte';

function page() {
  const [workers, went, answered] = [new EventTarget(), [] as Where[], [] as unknown[]];
  followNotifications({ go: (where) => void went.push(where) }, workers, 'https://svc.example');
  const say = (data: unknown): void => {
    const ports = [{ postMessage: (said: unknown) => answered.push(said) }];
    workers.dispatchEvent(Object.assign(new Event('message'), { data, ports }));
  };
  return { say, went, answered };
}

it('goes to the card of a question, and says that it went', () => {
  const { say, went, answered } = page();
  say({ go: '/ask/q-1' });
  expect([went, answered]).toEqual([[{ at: 'ask', id: 'q-1' }], [true]]);
});

it.each([{ go: 'https://evil.example/' }, { go: '//evil.example/' }, { go: '/logout' }, { go: 1 }, {}, null, 'go'])(
  'stays where it is for %j',
  (data) => {
    const { say, went, answered } = page();
    say(data);
    expect([went, answered]).toEqual([[], []]);
  },
);
