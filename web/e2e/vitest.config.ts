import { defineConfig } from 'vitest/config';
import { patience, wholeTest } from '../test/patience.ts';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    globalSetup: ['./built.ts'],
    testTimeout: wholeTest,
    hookTimeout: wholeTest,
    expect: { poll: { timeout: patience } },
    // Each file has a browser, a server and a home of its own; more than two at a time ask for too much memory.
    maxWorkers: 2,
  },
});
