import { defineConfig } from 'vitest/config';

/** What takes minutes: `npm run e2e:deep`, which `./test --deep` runs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    globalSetup: ['../built.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
  },
});
