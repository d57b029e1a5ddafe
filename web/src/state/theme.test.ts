import { afterEach, expect, it, vi } from 'vitest';
import { ThemeChoice } from './theme.svelte';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['contrast', 'contrast'],
  ['light', 'light'],
  ['purple', 'system'],
  [null, 'system'],
])('what was kept as %s stands as %s until the server has answered', (kept, chosen) => {
  vi.stubGlobal('localStorage', { getItem: () => kept });
  expect(new ThemeChoice().chosen).toBe(chosen);
});
