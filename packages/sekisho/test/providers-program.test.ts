import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROVIDER_NAMES } from '../src/providers/provider-types.ts';
import type { ProviderName } from '../src/providers/provider-types.ts';
import { getProvider } from '../src/providers/get-provider.ts';
import { respondAs } from './providers/dialects.ts';
import { startServer } from './providers/loopback-server.ts';
import type { LoopbackServer } from './providers/loopback-server.ts';
import { createProgram } from './providers/program.ts';

const CASES = PROVIDER_NAMES.flatMap((name) => [[name, false] as const, [name, true] as const]);

describe('one agent program on six providers', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sekisho-providers-'));
  const servers = new Map<ProviderName, LoopbackServer>();
  const states: { provider: ProviderName; baseUrl: string; state: string; isStreamed: boolean }[] = [];

  beforeAll(async () => {
    for (const name of PROVIDER_NAMES) {
      servers.set(name, await startServer((request, response) => respondAs(name, request, response)));
    }
  });

  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    for (const server of servers.values()) await server.close();
  });

  it.each(CASES)(
    '%s stops before the call that needs approval (streamed: %s)',
    async (provider, isStreamed) => {
      const baseUrl = servers.get(provider)?.url ?? '';
      const model = getProvider(provider, { env: {}, apiKey: 'k-123456', baseUrl }).getModel('m');
      const { executed, output, state } = await createProgram(model, directory).start(isStreamed);
      expect(executed).toEqual(['get_weather Tokyo', 'get_weather Paris']);
      expect(output).toEqual(['delete_file']);
      states.push({ provider, baseUrl, state: state ?? '', isStreamed });
    },
  );

  it('completes all of them in another process from their serialized states', async () => {
    expect(states.map(({ provider, isStreamed }) => [provider, isStreamed])).toEqual(CASES);
    const outcomes = await resumeElsewhere(states, directory);
    const finished = {
      executed: ['delete_file /tmp/old.txt'],
      output: { summary: 'Sunny twice.', cities: ['Tokyo', 'Paris'] },
    };
    expect(outcomes).toEqual(CASES.map(() => finished));
  });

  it('sends three requests to each provider for each run', () => {
    expect([...servers.values()].map(({ requests }) => requests.length)).toEqual([6, 6, 6, 6, 6, 6]);
  });
});

async function resumeElsewhere(jobs: object[], directory: string): Promise<unknown> {
  const script = fileURLToPath(new URL('./providers/resume-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@sekisho/source', script, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(jobs));
  return JSON.parse(await text(child.stdout));
}
