import { afterAll, beforeAll, expect, it } from 'vitest';
import { Drawing } from '../../../../test/drawn';
import { elsewhere, row } from '../../../../test/server';
import type { Elsewhere, SessionRow } from '../../../protocol/session';

let drawing: Drawing;

beforeAll(async () => {
  drawing = await Drawing.begin();
});

afterAll(() => drawing.end());

const app = { label: () => 'Codex', clock: { now: Date.parse('2026-11-20T10:00:00Z') }, terminals: undefined };

async function card(change: Partial<Elsewhere>, session: Partial<SessionRow> = {}, refused?: string): Promise<string> {
  const there = elsewhere(change);
  const shown = row(1, { live: 'elsewhere', status: 'working', elsewhere: there, ...session });
  return drawing.of('view/session/outside/Card.svelte', { app, row: shown, elsewhere: there, refused });
}

function buttons(markup: string): string[] {
  return [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inside]) =>
    (inside ?? '').replace(/<[^>]*>/g, '').trim(),
  );
}

it('says where the program is, since when, what it does and what it asks', async () => {
  const question = { id: 'q', text: 'permission <prompt>', since: '2026-11-20T09:30:00.000Z' };
  const markup = await card({}, { status: 'waiting', question });
  for (const said of ['tmux main:2.1', '2026-11-20T09:00:00.000Z', 'Needs you', 'permission &lt;prompt>'])
    expect(markup).toContain(said);
});

it('offers to join where that is possible', async () => {
  expect(buttons(await card({}))).toEqual(['Read transcript', 'Bring here…', 'Join']);
});

it('says that there is no way in where there is none', async () => {
  const markup = await card({ where: 'tty', place: null, join: false });
  expect(buttons(markup)).toEqual(['Read transcript', 'Bring here…']);
  expect(markup).toContain('Its terminal cannot be shared');
});

it('does not offer to end a program that serves several sessions', async () => {
  const markup = await card({ where: 'daemon', place: null, join: false });
  expect(buttons(markup)).toEqual(['Read transcript']);
  expect(markup).toContain('serves several sessions');
});

it('offers a second program only where the first is a guess', async () => {
  const markup = await card({ where: 'tty', place: null, join: false, sure: false });
  expect(buttons(markup)).toEqual(['Read transcript', 'Resume anyway…']);
  expect(markup).toContain('probably a terminal');
});

it('says why it could not be opened', async () => {
  expect(await card({}, {}, 'tmux does not answer.')).toContain('<p role="alert">tmux does not answer.</p>');
});
