import { defineConfig } from 'vitest/config';

/** Measures the page in a browser; no test, and therefore no part of `npm run e2e`. docs/bench/page.sh starts it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.bench-run.ts'],
    globalSetup: ['../built.ts'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
