import { expect, it } from 'vitest';
import { bytes, text } from './webauthn';

it.each([[[]], [[0]], [[255, 254]], [[251, 255, 191]], [[1, 2, 3, 4]]])('reads what it writes: %j', (all) => {
  const written = text(Uint8Array.from(all).buffer);
  expect(written).toMatch(/^[A-Za-z0-9_-]*$/);
  expect([...bytes(written)]).toEqual(all);
});

it('writes as the server reads', () => {
  expect(text(Uint8Array.from([251, 239, 255]).buffer)).toBe('--__');
  expect(text(Uint8Array.from([1]).buffer)).toBe('AQ');
});
