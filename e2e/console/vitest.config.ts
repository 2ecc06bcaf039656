import { defineConfig } from 'vitest/config';

const conditions = ['@sekisho/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['harness/build-console.ts'],
    // A browser and a server for each file at once would be too much for a small machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
