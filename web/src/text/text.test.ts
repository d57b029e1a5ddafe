import { expect, it } from 'vitest';
import { preferred } from '.';
import { de } from './de';
import { en } from './en';
import { sentence } from './problem';
import { de as deSettings } from './settings/de';
import { en as enSettings } from './settings/en';
import { de as deAsk } from './ask/de';
import { en as enAsk } from './ask/en';
import { de as deChanges } from './changes/de';
import { en as enChanges } from './changes/en';
import { de as deOutside } from './outside/de';
import { en as enOutside } from './outside/en';
import { de as deUsage } from './usage/de';
import { en as enUsage } from './usage/en';
import { short, size } from './when';

function leaves(texts: object, path = ''): [string, unknown][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value as object, `${path}${key}.`)
      : [[path + key, value] as [string, unknown]],
  );
}

it.each([
  ['page', en, de],
  ['settings', enSettings, deSettings],
  ['outside', enOutside, deOutside],
  ['ask', enAsk, deAsk],
  ['usage', enUsage, deUsage],
  ['changes', enChanges, deChanges],
])('both languages say everything of the %s, and nothing is empty', (_, ours, theirs) => {
  const [english, german] = [new Map(leaves(ours)), new Map(leaves(theirs))];
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, value] of [...english, ...german]) expect(value, key).not.toBe('');
  for (const [key, value] of english) expect(typeof german.get(key), key).toBe(typeof value);
});

it('follows the choice, then the browser, then falls back to English', () => {
  expect(preferred('de', ['en'])).toBe('de');
  expect(preferred(null, ['fr', 'de-AT', 'en'])).toBe('de');
  expect(preferred('xx', ['fr'])).toBe('en');
});

it('lets the server say what only the server knows, and says the rest itself', () => {
  expect(sentence({ code: 'invalid', status: 422, message: 'No such folder.' })).toBe('No such folder.');
  expect(sentence({ code: 'rate_limited', status: 429, message: 'x', retryAfter: 7 })).toContain('7 s');
  expect(sentence({ code: 'unheard_of', status: 418, message: '' })).toContain('418');
});

it('times fit a narrow column', () => {
  const now = new Date(2026, 10, 21, 12).getTime();
  const ago = (minutes: number) => short(new Date(now - minutes * 60_000).toISOString(), now);
  const days = (count: number) => ago(60 * 24 * count);
  expect([ago(0), ago(5), ago(130)]).toEqual(['now', '5m', '2h']);
  expect([ago(60 * 13), ago(60 * 30), days(3), days(52), days(400)]).toEqual([
    '23:00',
    '06:00',
    'Wed',
    '30 Sep',
    '2025',
  ]);
  expect(short(null, now)).toBe('');
});

it('sizes are read by people', () => {
  expect(size(1_900_000)).toBe('1.9 MB');
  expect(size(0)).toBe('0 bytes');
  expect(size(null)).toBe('');
});
