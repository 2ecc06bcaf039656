import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './harness/slowest-first.ts';

const conditions = ['@sekisho/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['harness/build-console.ts'],
    // Two files wait in turns, so that two cores are busy; more browsers at once would only be in each other's way.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
