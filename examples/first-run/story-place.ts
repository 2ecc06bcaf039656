import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunner, RuleSafetyAgent, type AgentRunner } from 'sekisho';
import { makeJanitor } from './janitor.ts';

/** Returns the folder that the agent tidies up. */
export const workFolder = (place: string) => join(place, 'work');

/** Creates a temporary folder with two files. */
export async function makePlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'sekisho-first-run-'));
  await mkdir(workFolder(place));
  await writeFile(join(workFolder(place), 'notes.txt'), 'Things to remember.\n');
  await writeFile(join(workFolder(place), 'old-draft.txt'), 'A draft that may still matter.\n');
  return place;
}

/** Creates a runner on the store of that folder. Every process creates its own; they share only the SQLite file. */
export function openRunner(place: string): AgentRunner {
  return createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory: join(place, '.sekisho') },
    agents: [makeJanitor(workFolder(place))],
  });
}
