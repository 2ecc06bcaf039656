import type { BenchReport } from './bench-case.ts';
import { openBenchPlace } from './durable/bench-place.ts';
import { withModelServer } from './http/with-model-server.ts';
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
  try {
    const createDatabase = async (name: string) => (await place.openPool(name)).url;
    const cases = await withModelServer((url) =>
      compareVersions({ groups: groupsOf(url), baseline, quick, createDatabase }),
    );
    return { bench: 'http', cases, notes: baseline === undefined ? [NO_BASELINE] : [] };
  } finally {
    await place.leave();
  }
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
