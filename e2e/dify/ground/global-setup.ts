import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { env } from './env.ts';
import { prepareGround, type Ground } from './prepare-ground.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ground: Omit<Ground, 'release'>;
  }
}

const CACHE_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/sekisho-dify');

/** The global setup of Vitest: prepares everything once for all test files, and reports what is missing. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { release, ...ground } = await prepareOrLeave();
  const reportMissing = () => {
    for (const { what, reason } of ground.missing) report(`the tests against ${what}`, reason);
  };
  reportMissing();
  project.provide('ground', ground);
  return async () => {
    await release();
    // Repeated at the end, where it is visible in a long log.
    reportMissing();
  };
}

async function prepareOrLeave(): Promise<Ground> {
  try {
    return await prepareGround(CACHE_FOLDER, env.inherited());
  } catch (error) {
    report('every test of this kind', error instanceof Error ? error.message : String(error));
    // Without Python even the simulated daemon cannot start a plugin, so no test can run.
    return process.exit(env.isOptional() ? 0 : 1);
  }
}

function report(what: string, reason: string): void {
  process.stderr.write(`\nNOT RUN: ${what}.\n  ${reason}\n`);
}
