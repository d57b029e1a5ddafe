import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { early } from './build/early.ts';
import { firstPaint } from './build/first-paint.ts';
import { precompress } from './build/precompress.ts';
import { worker } from './build/worker.ts';
import { patience, wholeTest } from './test/patience.ts';

const main = fileURLToPath(new URL('./src/main.ts', import.meta.url));
const service = process.env['SVC_DEV_ORIGIN'] ?? 'http://127.0.0.1:8765';

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), early(), worker(), precompress()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstPaint(main) }] } },
    },
    chunkSizeWarningLimit: 700, // the terminal's emulator is one piece, and loaded with the first terminal
  },
  server: {
    proxy: {
      '/api': { target: service },
      '/ws': { target: service, ws: true },
      '/login': { target: service },
      '/logout': { target: service },
      '/change-password': { target: service },
    },
  },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    environment: 'node',
    testTimeout: wholeTest,
    hookTimeout: wholeTest,
    expect: { poll: { timeout: patience } },
  },
}));
