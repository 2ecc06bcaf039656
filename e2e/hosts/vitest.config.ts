import { defineConfig } from 'vitest/config';

const conditions = ['@sekisho/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name: 'hosts', root: import.meta.dirname, include: ['*.test.ts'], testTimeout: 240_000 },
});
