import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longProofs } from './test/long-proofs.ts';
import { useMemoryFolder } from './test/memory-folder.ts';
import { SlowestFiles } from './test/slowest-files.ts';

// Vite adds its own. Named here, they would reach Node too, and `require` would get ES modules.
const conditions = ['@sekisho/source'];

/** Files that need a process of their own, because they use state of a whole process, such as the default runner. */
const ISOLATED = [
  'packages/sekisho/test/drop-in/default-runner.test.ts',
  'packages/sekisho/test/drop-in/drop-in.test.ts',
];

/**
 * Files that only `npm run test:slow` runs: they check or execute the programs and commands of the documentation, they build or
 * install a program, or a quicker file proves the same in short (`conformance`, `crash-matrix` with `dbos-host`, `network-split`).
 */
const FULL_ONLY = [
  'packages/sekisho/test/docs-commands.test.ts',
  'packages/sekisho/test/docs-types.test.ts',
  'packages/sekisho/test/examples.test.ts',
  'packages/sekisho/test/readme.test.ts',
  'packages/create-sekisho/test/create-sekisho.test.ts',
  'app/openai_gpt5_responses/test/package.test.ts',
  'app/server/test/dev.test.ts',
  'packages/iris/test/inspector.test.ts',
  'packages/iris/test/conformance/own-tools.test.ts',
  'packages/postgres/test/crash-matrix-dbos.test.ts',
  'packages/postgres/test/many-machines.test.ts',
];

/** The folders of the packages. `npm run test:slow` (`--mode full`) runs only their long tests, in full size. */
const PACKAGES = [
  'packages/engine',
  'packages/sekisho',
  'packages/responses',
  'packages/mcp-http',
  'packages/iris',
  'packages/dify-plugin',
  'packages/postgres',
  'packages/proxy',
  'packages/cli',
  'packages/ai-sdk',
  'packages/langchain',
  'packages/claude-agent',
  'packages/create-sekisho',
  'app/server',
  'app/console',
  'app/openai_gpt5_responses',
  'app/gpt5_agent_strategies',
  'bench',
];

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full';
  if (!isFull) useMemoryFolder();
  // What every project has. With `extends`, the projects would get the global setup of the root again, one each.
  const shared = {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
  };
  const options = {
    // Files share processes, which saves loading the sources for each file.
    isolate: false,
    // Some files wait for timers and other processes, so more workers than the cores of a small machine are faster.
    maxWorkers: Math.max(6, availableParallelism()),
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
  // One project for all packages: each project has its own processes, and each process loads the sources again.
  const packages = {
    ...shared,
    test: {
      ...options,
      name: 'packages',
      include: isFull
        ? [...PACKAGES.flatMap((folder) => longProofs(inRoot(folder))), ...FULL_ONLY]
        : PACKAGES.flatMap((folder) => [`${folder}/src/**/*.test.ts`, `${folder}/test/**/*.test.ts`]),
      exclude: isFull ? ISOLATED : [...ISOLATED, ...FULL_ONLY],
    },
  };
  const isolated = { ...shared, test: { ...options, name: 'isolated', include: ISOLATED, isolate: true } };
  return {
    ...shared,
    test: {
      // The projects inherit every other option, and a setup file would run twice.
      maxWorkers: options.maxWorkers,
      globalSetup: [inRoot('test/postgres-for-run.ts')],
      reporters: ['default', new SlowestFiles()],
      projects: isFull ? [packages] : [packages, isolated],
    },
  };
});

function inRoot(path: string): string {
  return join(import.meta.dirname, path);
}
