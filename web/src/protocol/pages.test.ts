import { expect, it } from 'vitest';
import { pageOf } from './pages';

const origin = 'https://svc.example';

it.each(['/', '/ask/q-1', '/s/engine_1:abc/terminal', '/settings/notices', '/usage/7d', '/s/a?x=1#turn-2'])(
  '%s is a page',
  (path) => {
    expect(pageOf(path, origin)).toBe(path);
  },
);

it.each([
  'https://svc.example/ask/q',
  'https://evil.example/',
  '//evil.example/ask',
  '/\\evil.example/ask',
  '/\t/evil.example/ask',
  'javascript:alert(1)',
  'ask/q',
  '/logout',
  '/api/sessions',
  '/askew',
  '/usages',
  '/s/../api/sessions',
  `/ask/${'x'.repeat(1000)}`,
  '',
  7,
  null,
  undefined,
])('%s is none', (address) => {
  expect(pageOf(address, origin)).toBeUndefined();
});
