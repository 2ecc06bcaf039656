import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'));
const checksSchema = z.array(z.object({ id: z.string(), status: z.string() }));

/** One check of the suite, named "scenario:check". */
export type Check = { scenario: string; name: string; isFulfilled: boolean };

/** Returns the names under `server:` in the frozen list of a revision. */
export async function readRequired(revision: string): Promise<string[]> {
  const text = await readFile(suite.replace('package.json', `requirements/${revision}.yaml`), 'utf8');
  const [, list = ''] = /^server:\n((?:\s+- .*\n)+)/m.exec(text) ?? [];
  return [...list.matchAll(/- (\S+)/g)].map(([, name = '']) => name);
}

/** Runs the suite against the server. A warning counts as a failure. */
export async function runSuite(url: string, revision: string): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const program = suite.replace('package.json', 'dist/index.js');
  const parameters = [program, 'server', '--url', url, '--requirements', revision, '-o', folder];
  await once(spawn(process.execPath, parameters, { stdio: 'ignore' }), 'exit');
  const checks: Check[] = [];
  for (const name of await readdir(folder)) {
    const [, scenario = ''] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name) ?? [];
    const found = checksSchema.parse(JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')));
    for (const { id, status } of found) {
      if (status !== 'SUCCESS' && status !== 'FAILURE' && status !== 'WARNING') continue;
      checks.push({ scenario, name: `${scenario}:${id}`, isFulfilled: status === 'SUCCESS' });
    }
  }
  await rm(folder, { recursive: true });
  return checks;
}

/** Returns the scenarios that have at least one check and no failed check. */
export function findFulfilled(checks: readonly Check[]): ReadonlySet<string> {
  const failed = new Set(checks.filter(({ isFulfilled }) => !isFulfilled).map(({ scenario }) => scenario));
  return new Set(checks.map(({ scenario }) => scenario).filter((scenario) => !failed.has(scenario)));
}
