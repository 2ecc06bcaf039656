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
    // Two files run in parallel and wait alternately, so that two cores are busy; more browsers would slow each other
    // down.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
