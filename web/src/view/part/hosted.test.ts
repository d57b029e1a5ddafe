import { expect, it } from 'vitest';
import { row } from '../../../test/server';
import type { App } from '../../state/app.svelte';
import { t } from '../../text';
import { sessionMenu } from './menu';
import { hostWords } from './row';

const now = Date.parse('2026-11-28T10:05:00Z');
const among = (organises: boolean, drives = false) =>
  ({ clock: { now }, may: () => organises, showsTerminal: () => drives }) as unknown as App;
const app = among(false);
const forge = row(1, { id: 'engine_1:1@forge-1', host: 'forge-1', cwd: '/work' });

it('what is on another host can be looked at and copied, and nothing else where no more is allowed', () => {
  expect(sessionMenu(app, forge).map(({ label }) => label)).toEqual([
    t.action.openTab,
    t.action.copyId,
    t.action.copyFolder,
  ]);
});

it('what is on another host can be organised where that is allowed there', () => {
  const labels = sessionMenu(among(true), forge).map(({ label }) => label);
  expect(labels).toContain(t.action.rename);
  expect(labels).not.toContain(t.handOver.item);
});

it('a program on another host can be ended where that is allowed there, while it runs', () => {
  const labels = (live: boolean, drives: boolean) =>
    sessionMenu(among(true, drives), { ...forge, live }).map(({ label }) => label);
  expect(labels(true, true)).toContain(t.action.endProgram);
  expect(labels(false, true)).not.toContain(t.action.endProgram);
  expect(labels(true, false)).not.toContain(t.action.endProgram);
});

it('says where a session is, and since when its host is away', () => {
  expect(hostWords(app, row(1))).toBe('');
  expect(hostWords(app, forge)).toBe('on forge-1');
  expect(hostWords(app, { ...forge, host_seen: '2026-11-28T10:00:00.000Z' })).toContain('forge-1, offline, last seen');
});
