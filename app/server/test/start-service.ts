import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator, interviewPersona } from '@sekisho/responses/simulator';
import { onTestFinished } from 'vitest';
import { readSettings } from '../src/config/env.ts';
import { createService, type ServiceOptions } from '../src/composition/create-service.ts';

/** Names and tokens of the two users. */
export const USERS = {
  alice: 'alice-token-with-32-characters-or-more',
  bob: 'bob-token-with-32-characters-or-more',
};

const NOW = Date.parse('2026-11-16T01:00:00Z');

/** Starts a service on a simulator that the test can script, with two users and a clock that the test controls. */
export function startService(
  env: Record<string, string> = {},
  options: ServiceOptions & { dataDir?: string } = {},
) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'sekisho-chat-'));
  const time = { now: NOW };
  const simulator = createSimulator({ persona: interviewPersona, now: () => time.now });
  const lines: string[] = [];
  const timer = {
    now: () => time.now,
    wait: async (ms: number, signal: AbortSignal) => waitFake(ms, signal, time),
  };
  const settings = readSettings({
    SEKISHO_DATA_DIR: dataDir,
    API_TOKENS: `alice:${USERS.alice},bob:${USERS.bob}`,
    ...env,
  });
  const service = createService(settings, {
    clock: () => time.now,
    fetch: simulator.fetch,
    timer,
    log: (line) => lines.push(line),
    ...options,
  });
  const stop = () => service.close();
  onTestFinished(async () => {
    // The test may have closed it already.
    await stop().catch(() => undefined);
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await service.app.request(path, {
      method,
      headers: { authorization: `Bearer ${USERS.alice}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
  return { app: service.app, live: service.live, call, simulator, lines, time, dataDir, stop };
}

// Back-off ends immediately; the deadline of a call, which is far longer, never passes by itself.
async function waitFake(ms: number, signal: AbortSignal, time: { now: number }): Promise<void> {
  if (ms < 10_000) {
    time.now += ms;
    return;
  }
  await new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
