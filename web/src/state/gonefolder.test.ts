import { expect, it } from 'vitest';
import { row } from '../../test/server';
import { Api } from '../net/api';
import type { App } from './app.svelte';
import { GoneFolder } from './gonefolder.svelte';

/** The ways out that are offered for a session of this folder. */
async function waysOut(command: object | undefined, roots: string[], mkdir_enabled = true, of = row(1)) {
  const api = new Api(() => {
    const problem = { type: 'about:blank', title: 'None', status: 404, code: 'not_found', detail: 'None' };
    const body = JSON.stringify(command ?? problem);
    return Promise.resolve(new Response(body, { status: command ? 200 : 404 }));
  });
  const projects = { folders: () => Promise.resolve({ folders: [], roots, mkdir_enabled }) };
  const gone = new GoneFolder({ api, projects } as unknown as App, of);
  await gone.look();
  return { gone: gone.gone, choose: gone.moves, makeAgain: gone.canMakeAgain };
}

const absent = { argv: ['claude'], prompted: false, folder: '/home/me/shop', exists: false, moves: true };

it('another folder is offered where the program goes on there', async () => {
  expect(await waysOut(absent, [])).toEqual({ gone: true, choose: true, makeAgain: false });
  expect((await waysOut({ ...absent, moves: false }, [])).choose).toBe(false);
});

it('the folder is made again strictly below a root, where the server makes folders', async () => {
  expect((await waysOut(absent, ['/home/me'])).makeAgain).toBe(true);
  expect((await waysOut(absent, ['/home/me/shop'])).makeAgain).toBe(false);
  expect((await waysOut(absent, ['/home/mess'])).makeAgain).toBe(false);
  expect((await waysOut(absent, ['/home/me'], false)).makeAgain).toBe(false);
});

it('nothing is offered while the folder is there, or when the server knows no such session', async () => {
  expect((await waysOut({ ...absent, exists: true }, ['/home/me'])).gone).toBe(false);
  expect((await waysOut(undefined, ['/home/me'])).gone).toBe(false);
});

it('nothing is offered for a folder of another host', async () => {
  const there = row(1, { id: 'engine_1:1@forge-1', host: 'forge-1' });
  expect((await waysOut(absent, ['/home/me'], true, there)).gone).toBe(false);
});
