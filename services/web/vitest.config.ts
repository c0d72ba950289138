import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // The browser's build of Svelte, since components are mounted in tests.
  resolve: { conditions: ['browser'] },
  // The guides lie with the rules.
  server: { fs: { allow: ['.', '../../libs/rules/guides'] } },
  test: {
    // Making jsdom once a worker instead of once a file halves the time.
    pool: 'vmThreads',
    environment: 'jsdom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 20_000,
  },
});
