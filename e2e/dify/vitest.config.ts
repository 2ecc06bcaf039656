import { defineConfig } from 'vitest/config';

const conditions = ['@sekisho/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'dify',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['ground/global-setup.ts'],
    // One daemon at a time, because the load test measures times on an otherwise idle machine.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
