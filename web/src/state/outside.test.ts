import { beforeEach, expect, it } from 'vitest';
import { elsewhere, FakeServer, row } from '../../test/server';
import type { Elsewhere, SessionRow } from '../protocol/session';
import { LiveFeed } from '../net/live';
import { App } from './app.svelte';
import { outsideOf, type Outside } from './outside';

let server: FakeServer;
let app: App;
let outside: Outside;
/** The terminals that were opened, and how. */
let opened: unknown[];

function running(change: Partial<Elsewhere> = {}): SessionRow {
  return row(1, { live: 'elsewhere', status: 'working', elsewhere: elsewhere(change) });
}

beforeEach(async () => {
  server = new FakeServer([running()]);
  const location = { pathname: '/', search: '', hash: '' };
  const go = (_: unknown, __: string, address: string) => {
    location.pathname = new URL(address, 'http://svc').pathname;
  };
  app = new App(
    { location, history: { pushState: go, replaceState: go } } as unknown as Window,
    server.api,
    new LiveFeed(),
  );
  opened = [];
  const terminals = {
    open: (opening: unknown) => {
      opened.push(opening);
      return { screen: { takeKeys: () => undefined } };
    },
  };
  app.withTerminals = () => Promise.resolve(terminals as never);
  outside = await outsideOf(app);
  await app.sessions.show(app.place.filter);
  server.calls.length = 0;
});

const { id } = row(1);

/** Answers the question that the deed asks. */
async function answering(yes: boolean, deed: Promise<void>): Promise<string> {
  await expect.poll(() => app.questions.open).toBeDefined();
  const title = app.questions.open?.title ?? '';
  app.questions.open?.answer(yes);
  await deed;
  return title;
}

it('joining opens the terminal by the way in', async () => {
  await outside.join(running());
  expect(opened).toEqual([{ sid: id, join: true }]);
  expect(app.place.where).toMatchObject({ sid: id, tab: 'terminal' });
});

it('leaving asks nothing, ends the joined view, and offers to come back', async () => {
  await outside.leave({ ...running(), live: true });
  expect(server.calls).toEqual([`POST /api/sessions/${id}/end {"force":true}`]);
  expect(app.sessions.find(id)?.live).toBe('elsewhere');
  const said = app.toasts.list.at(-1);
  expect(said).toMatchObject({ text: 'Left; the program goes on there', action: { label: 'Join' } });
  said?.action?.run();
  await expect.poll(() => opened).toEqual([{ sid: id, join: true }]);
});

it('brings a session here once somebody is sure and its program has ended there', async () => {
  expect(await answering(true, outside.bringHere(running()))).toBe('End the program there, and go on here?');
  expect(server.calls).toEqual([`POST /api/sessions/${id}/bring-here {"confirm":true}`]);
  expect(app.sessions.find(id)).toMatchObject({ live: false, elsewhere: null });
  expect(opened).toEqual([{ sid: id }]);
});

it('ends nothing when the answer is no', async () => {
  await answering(false, outside.bringHere(running()));
  expect([server.calls, opened]).toEqual([[], []]);
});

it('starts nothing here while the program does not end there, and asks what is true', async () => {
  server.refusals.set(`/api/sessions/${id}/bring-here`, { status: 409, code: 'conflict' });
  await answering(true, outside.bringHere(running()));
  expect(opened).toEqual([]);
  expect(app.toasts.list.at(-1)?.kind).toBe('failed');
  expect(server.calls.at(-1)).toBe(`GET /api/sessions/${id}`);
});

it('a wish to resume joins where it can, insists on a guess only, and else shows what can be done', async () => {
  await outside.resume(running());
  expect(opened).toEqual([{ sid: id, join: true }]);
  const guess = running({ join: false, sure: false });
  expect(await answering(true, outside.resume(guess))).toBe('Resume although a program may be on it?');
  expect(opened.at(-1)).toEqual({ sid: id, insist: true });
  opened.length = 0;
  app.place.home();
  await outside.resume(running({ join: false }));
  expect(opened).toEqual([]);
  expect(app.place.where).toMatchObject({ sid: id, tab: 'terminal' });
});
