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

/** Vitest's entry: gets everything once for all test files, and says plainly what could not be had. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { release, ...ground } = await prepareOrLeave();
  const tellMissing = () => {
    for (const { what, reason } of ground.missing) tell(`the tests against ${what}`, reason);
  };
  tellMissing();
  project.provide('ground', ground);
  return async () => {
    await release();
    // Again at the end, where the reader of a long log looks.
    tellMissing();
  };
}

async function prepareOrLeave(): Promise<Ground> {
  try {
    return await prepareGround(CACHE_FOLDER, env.inherited());
  } catch (error) {
    tell('every test of this kind', error instanceof Error ? error.message : String(error));
    // Without Python not even the stand-in can start a plugin, so there is nothing to hand to Vitest.
    return process.exit(env.isOptional() ? 0 : 1);
  }
}

function tell(what: string, reason: string): void {
  process.stderr.write(`\nNOT RUN: ${what}.\n  ${reason}\n`);
}
