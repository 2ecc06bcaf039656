import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { acceptEverybody } from '../../src/http/authenticate.ts';
import { serveHttp } from '../../src/http/serve-http.ts';
import { fixtureSurface } from './fixture-surface.ts';

const run = promisify(execFile);
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'));

/** The names under `server:` in the frozen list of a revision. */
async function readRequired(revision: string): Promise<string[]> {
  const text = await readFile(suite.replace('package.json', `requirements/${revision}.yaml`), 'utf8');
  const [, list = ''] = /^server:\n((?:\s+- .*\n)+)/m.exec(text) ?? [];
  return [...list.matchAll(/- (\S+)/g)].map(([, name = '']) => name);
}

const tasks = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-status-notifications',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
];

describe.concurrent('the conformance suite', () => {
  it.each([
    ['2025-11-25', 30, []],
    ['2026-07-28', 37, tasks],
  ])(
    'finds every required scenario of %s fulfilled, all %i, and the tasks',
    async (revision, count, extra) => {
      const server = await serveHttp(fixtureSurface, {
        authenticate: acceptEverybody,
        requestsPerMinute: 100_000,
      });
      try {
        const program = suite.replace('package.json', 'dist/index.js');
        const parameters = [program, 'server', '--url', server.url, '--requirements', revision];
        const { stdout } = await run(process.execPath, parameters, { maxBuffer: 16_000_000 });
        const required = await readRequired(revision);
        expect(required).toHaveLength(count);
        for (const scenario of [...required, ...extra]) {
          expect(stdout).toMatch(new RegExp(`^✓ ${scenario}: \\d+ passed, 0 failed$`, 'm'));
        }
      } finally {
        await server.close();
      }
    },
  );
});
