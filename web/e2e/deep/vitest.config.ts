import { defineConfig } from 'vitest/config';

/** What takes minutes: `npm run e2e:deep`, which `./test --deep` runs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    globalSetup: ['../built.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 240_000 } },
    fileParallelism: false,
  },
});
