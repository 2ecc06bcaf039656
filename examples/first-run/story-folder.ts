import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunner, RuleSafetyAgent, type AgentRunner } from 'sekisho';
import { createJanitor } from './janitor.ts';

/** Returns the folder that the agent tidies up. */
export const workFolder = (folder: string) => join(folder, 'work');

/** Creates a temporary folder with two files. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sekisho-first-run-'));
  await mkdir(workFolder(folder));
  await writeFile(join(workFolder(folder), 'notes.txt'), 'Things to remember.\n');
  await writeFile(join(workFolder(folder), 'old-draft.txt'), 'A draft that may still matter.\n');
  return folder;
}

/** Creates a runner on the store of that folder. Every process creates its own; they share only the SQLite file. */
export function openRunner(folder: string): AgentRunner {
  return createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory: join(folder, '.sekisho') },
    agents: [createJanitor(workFolder(folder))],
  });
}
