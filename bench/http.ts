import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchReport } from './bench-case.ts';
import { openBenchPlace } from './durable/bench-place.ts';
import { NO_BASELINE } from './sides/baseline.ts';
import { compareVersions, type WorkGroup } from './sides/compare-versions.ts';

interface Options {
  readonly quick?: boolean;
  readonly baseline?: string | undefined;
}

/**
 * What a user pays for: the model is behind HTTP, through the OpenAI provider of upstream and the `openai` client, with a
 * model server in another process on loopback. CPU time is that of the process with the agent; the model server and
 * PostgreSQL are not part of it.
 */
export async function benchHttp({ quick = false, baseline }: Options = {}): Promise<BenchReport> {
  const place = await openBenchPlace();
  const server = fork(join(import.meta.dirname, 'http/model-server.ts'), {
    execArgv: ['--conditions=@sekisho/source', '--no-warnings'],
  });
  try {
    const groups = groupsOf(await urlOf(server));
    const createDatabase = async (name: string) => (await place.openPool(name)).url;
    const cases = await compareVersions({ groups, baseline, quick, createDatabase });
    return { bench: 'http', cases, notes: baseline === undefined ? [NO_BASELINE] : [] };
  } finally {
    server.kill();
    await place.leave();
  }
}

async function urlOf(server: ChildProcess): Promise<string> {
  const [message]: unknown[] = await once(server, 'message');
  return z.object({ url: z.string() }).parse(message).url;
}

const TOOLS = {
  'declared read': { tool: 'read', goals: { memory: 1.1, sqlite: 1.2 } },
  'undeclared tool': { tool: 'undeclared', goals: { memory: 1.15, sqlite: 1.4 } },
  'call with effects': { tool: 'effect', goals: {} },
} as const;

function groupsOf(modelUrl: string): readonly WorkGroup[] {
  return Object.entries(TOOLS).flatMap(([kind, { tool, goals }]) =>
    [1, 10].flatMap((calls) =>
      [false, true].map((isStreamed) => ({
        label: `${kind}, ${calls} ${calls === 1 ? 'call' : 'calls'}, ${isStreamed ? 'streamed' : 'whole'}`,
        work: { tool, calls, modelUrl, isStreamed },
        stores: ['memory', 'sqlite', 'postgres'],
        goals,
      })),
    ),
  );
}
