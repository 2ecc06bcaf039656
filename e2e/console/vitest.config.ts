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
    // Tests of a browser wait half of the time, so that three files keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: slowestFirst(SLOWEST) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
