import { defineConfig } from 'vitest/config';
import { slowestFirst } from '../../test/slowest-first.ts';

const conditions = ['@sekisho/source'];
const SLOWEST = ['accessibility', 'context', 'shell', 'decide', 'unsent', 'states', 'inbox', 'chat-manage'];

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
    sequence: { sequencer: slowestFirst(SLOWEST) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
