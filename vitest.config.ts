import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longProofs } from './test/long-proofs.ts';
import { SlowestFiles } from './test/slowest-files.ts';

// Vite adds its own. Named here, they would reach Node too, and `require` would get ES modules.
const conditions = ['@sekisho/source'];

/** Files that need a process of their own, because they use state of a whole process, such as the default runner. */
const ISOLATED = ['packages/sekisho/test/drop-in/default-runner.test.ts'];

/** Every package is a project; `npm run test:slow` (`--mode full`) runs only the long proofs, in full. */
const PACKAGES = [
  'packages/engine',
  'packages/sekisho',
  'packages/responses',
  'packages/iris',
  'packages/dify-plugin',
  'packages/postgres',
  'app/server',
  'app/console',
  'app/openai_gpt5_responses',
  'app/gpt5_agent_strategies',
  'bench',
];

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full';
  // What every project has. With `extends`, the projects would get the global setup of the root again, one each.
  const shared = {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
  };
  const options = {
    // Files of a project share processes, which saves loading the sources for each file.
    isolate: false,
    // Some files wait for timers and other processes, so more workers than the cores of a small machine are faster.
    maxWorkers: Math.max(4, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: [inRoot('test/no-leftovers.ts')],
    env: {
      SEKISHO_TEST: isFull ? 'full' : 'short',
      // Tests and the programs that they start are one application; the names in their package.json files differ.
      SEKISHO_APPLICATION: 'sekisho-tests',
      // Programs that tests start read the compiled sources from this cache, which halves the time of their start.
      NODE_COMPILE_CACHE: inRoot('node_modules/.cache/sekisho-programs'),
    },
  };
  const packages = PACKAGES.map((folder) => ({
    ...shared,
    test: {
      ...options,
      name: folder.slice(folder.indexOf('/') + 1),
      root: folder,
      include: isFull ? longProofs(inRoot(folder)) : ['src/**/*.test.ts', 'test/**/*.test.ts'],
      exclude: ISOLATED.map(inRoot),
    },
  }));
  const isolated = { ...shared, test: { ...options, name: 'isolated', include: ISOLATED, isolate: true } };
  const types = {
    ...shared,
    test: {
      ...options,
      name: 'types',
      include: [],
      typecheck: {
        enabled: true,
        only: true,
        include: ['packages/*/{src,test}/**/*.test-d.ts'],
        tsconfig: 'tsconfig.test.json',
      },
    },
  };
  return {
    ...shared,
    test: {
      ...options,
      globalSetup: [inRoot('test/postgres-for-run.ts')],
      reporters: ['default', new SlowestFiles()],
      projects: isFull ? packages : [...packages, isolated, types],
    },
  };
});

function inRoot(path: string): string {
  return join(import.meta.dirname, path);
}
