import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSimulator, serveSimulator, type SimulatorServer } from '@sekisho/responses/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const program = fileURLToPath(new URL('programs/one-turn.ts', import.meta.url));
const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const lineSchema = z.object({
  serverPid: z.int(),
  result: z.object({
    isError: z.boolean().optional(),
    content: z.array(z.object({ text: z.string() })),
    structuredContent: z.object({ answer: z.string(), response_id: z.string() }).optional(),
  }),
});
const servers: SimulatorServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Executes one turn in a new client process with a new server, and kills the client without warning. */
async function takeTurn(baseUrl: string, parameters: Record<string, unknown>) {
  const client = spawn(process.execPath, [program, bin, JSON.stringify(parameters)], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: baseUrl,
      IRIS_CONTINUITY: 'server',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(client.stdout), 'line');
  const { result, serverPid } = lineSchema.parse(JSON.parse(String(line)));
  client.kill('SIGKILL');
  await once(client, 'close');
  return { ...result, text: result.content[0]?.text ?? '', serverPid };
}

async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await wait(50);
  }
  return false;
}

describe('a conversation of five turns', () => {
  it(
    'continues although client and server are killed after each turn, and fails with a remedy when it no longer exists',
    { timeout: 180_000 },
    async () => {
      let now = Date.now();
      const server = await serveSimulator(createSimulator({ now: () => now }));
      servers.push(server);
      const inputs = [
        'My name is Hanako.',
        'What is 2+3?',
        'Thank you.',
        'What is 10*4?',
        'What is my name?',
      ];
      const ids: string[] = [];
      let last = '';
      for (const input of inputs) {
        const previous = ids.at(-1);
        const turn = await takeTurn(server.baseUrl, {
          input,
          ...(previous && { previous_response_id: previous }),
        });
        expect(turn.isError).toBeUndefined();
        expect(await isGone(turn.serverPid)).toBe(true);
        ids.push(turn.structuredContent?.response_id ?? '');
        last = turn.structuredContent?.answer ?? '';
      }
      expect(new Set(ids).size).toBe(5);
      expect(last).toContain('Hanako');

      const elsewhere = await serveSimulator(createSimulator({ seed: 2 }));
      servers.push(elsewhere);
      now += 31 * 86_400_000;
      const [expired, foreign] = await Promise.all(
        [server, elsewhere].map(({ baseUrl }) =>
          takeTurn(baseUrl, { input: 'Continue', previous_response_id: ids.at(-1) }),
        ),
      );
      for (const turn of [expired, foreign]) {
        expect(turn?.isError).toBe(true);
        expect(turn?.text).toMatch(/^\[previous_response_not_found\]/);
        expect(turn?.text).toContain('it expired, was deleted, or belongs to another project or key');
        expect(turn?.text).toContain('Start a new conversation.');
      }
    },
  );
});
