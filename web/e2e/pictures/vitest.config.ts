import { defineConfig } from 'vitest/config';

/** Draws the pictures of docs/screenshots again; no test, and therefore no part of `npm run e2e`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.pictures.ts'],
    globalSetup: ['../built.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
