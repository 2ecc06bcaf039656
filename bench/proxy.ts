import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMost, type BenchReport } from './bench-case.ts';
import { compareCalls, type Era } from './sides/stdio-server.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const SERVER = [process.execPath, '--conditions=@sekisho/source', '--no-warnings'].concat(
  fromRoot('packages/iris/test/programs/bare-server.ts'),
);
const PROTOCOLS = { legacy: '2025-11-25', modern: '2026-07-28' } as const;

/** The CPU time of the proxy for a call that the gate allows, compared with a plain relay on the official SDK. */
export async function benchProxy({ quick = false } = {}): Promise<BenchReport> {
  const rounds = quick ? 5 : 11;
  return {
    bench: 'proxy',
    cases: [
      atMost('tools/call 2025-11-25, CPU', await compare('legacy', rounds), 12),
      atMost('tools/call 2026-07-28, CPU', await compare('modern', rounds), 8),
    ],
    notes: [
      'The relay decides and stores nothing. The proxy decides each call, records it in the log, and stores its result.',
      'A target of 1.5 times the relay is not reached.',
    ],
  };
}

async function compare(era: Era, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-proxy-'));
  const config = join(folder, 'sekisho.proxy.json');
  const [command, ...args] = SERVER;
  const manifests = { iris: { effect: 'read' } };
  const bare = { command, args, manifests, protocol: PROTOCOLS[era] };
  writeFileSync(config, JSON.stringify({ servers: { bare } }));
  const program = fromRoot('packages/proxy/test/programs/run-proxy.ts');
  const ours = [program, '--data', join(folder, 'data'), '--session', 'bench', '--config', config];
  const others = [fromRoot('bench/sides/plain-relay.ts'), era, ...SERVER];
  try {
    return await compareCalls({ ours, others }, { rounds, era, expected: '"response_id":"resp_1"' });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
