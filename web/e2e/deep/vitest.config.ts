import { defineConfig } from 'vitest/config';
import { patience, wholeTest } from '../../test/patience.ts';

/** What takes minutes: `npm run e2e:deep`, which `./test --deep` runs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    globalSetup: ['../built.ts'],
    testTimeout: wholeTest,
    hookTimeout: wholeTest,
    expect: { poll: { timeout: 2 * patience } },
    fileParallelism: false,
  },
});
