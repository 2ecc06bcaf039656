import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/**
 * Runs the client half of the official conformance suite against the gateway, for the given revisions or for
 * both. The exit code is 0 if every scenario that a revision requires passes.
 */
const named = process.argv.slice(2);
const revisions = named.length > 0 ? named : ['2025-11-25', '2026-07-28'];
const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
// The suite splits its command at spaces, so the command does not contain the path of this repository.
const client = 'node --conditions=@sekisho/source mcp-conformance-client.ts';
const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
for (const revision of revisions) {
  const args = [suite, 'client', '--command', client, '--requirements', revision, '--timeout', '120000'];
  const [code] = await once(
    spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: 'inherit' }),
    'exit',
  );
  if (code !== 0) process.exitCode = 1;
}
