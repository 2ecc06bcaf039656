import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunner, RuleSafetyAgent, type AgentRunner } from 'sekisho';
import { makeJanitor } from './janitor.ts';

/** The folder that the agent is to tidy up. */
export const workFolder = (place: string) => join(place, 'work');

/** Makes a temporary place with two files, one of which looks like litter. */
export async function makePlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'sekisho-first-run-'));
  await mkdir(workFolder(place));
  await writeFile(join(workFolder(place), 'notes.txt'), 'Things to remember.\n');
  await writeFile(join(workFolder(place), 'old-draft.txt'), 'A draft that may still matter.\n');
  return place;
}

/** A runner on the store of that place. Every process makes its own; the SQLite file is all that they share. */
export function openRunner(place: string): AgentRunner {
  return createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory: join(place, '.sekisho') },
    agents: [makeJanitor(workFolder(place))],
  });
}
