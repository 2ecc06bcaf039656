import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  createRunner,
  OpenAIProvider,
  RuleSafetyAgent,
  tool,
  type AgentRunner,
  type AgentRunnerOptions,
} from 'sekisho';
import { countTrips } from '../durable/count-trips.ts';
import { scriptModel } from '../script-model.ts';
import {
  MAX_TURNS,
  modelNameOf,
  onlyUsed,
  questionOf,
  requireEnd,
  scriptOf,
  toolParts,
  waits,
  type OpenedSide,
  type Work,
} from './work.ts';

/** Opens Sekisho with its default features: the gate, masking, the intent before the effect, the audit chain. */
export async function openSide(work: Work, onCall: () => void): Promise<OpenedSide> {
  const parts = toolParts(onCall);
  const read = { manifest: { effect: 'read' } } as const;
  const write = { manifest: { effect: 'write' } } as const;
  const agent = new Agent({
    name: 'Reporter',
    model: work.modelUrl === undefined ? scriptModel(scriptOf(work)) : modelNameOf(work),
    tools: onlyUsed(work, [
      tool({ ...parts, name: 'get_weather', extensions: read }),
      tool({ ...parts, name: 'lookup_weather' }),
      tool({ ...parts, name: 'save_forecast', extensions: write }),
      tool({ ...parts, name: 'ask_weather', needsApproval: true, extensions: read }),
      tool({ ...parts, name: 'send_report', needsApproval: true }),
    ]),
  });
  const { store, trips, close } = await openStore(work);
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    ...store,
    runConfig: {
      tracingDisabled: true,
      ...(work.modelUrl === undefined
        ? {}
        : { modelProvider: new OpenAIProvider({ baseURL: work.modelUrl, apiKey: 'bench' }) }),
    },
  });
  // Opens the store.
  await runner.getExecutionLogs();
  return {
    unit: () => executeUnit(runner, agent, work),
    trips,
    close: async () => {
      await runner.close();
      await close();
    },
  };
}

interface StoreOfSide {
  readonly store: Pick<AgentRunnerOptions, 'store' | 'secret'>;
  readonly trips?: () => number;
  readonly close: () => Promise<void>;
}

async function openStore(work: Work): Promise<StoreOfSide> {
  if (work.store === 'memory') return { store: { store: 'memory' }, close: async () => {} };
  if (work.store === 'sqlite') {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-bench-side-'));
    return {
      store: { store: { directory } },
      close: async () => rmSync(directory, { recursive: true, force: true }),
    };
  }
  const { postgresStore } = await import('@sekisho/postgres');
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: work.databaseUrl, max: 10 });
  const secret = new Uint8Array(32).fill(7);
  const trips = countTrips(pool);
  return { store: { store: postgresStore(pool), secret }, trips, close: () => pool.end() };
}

async function executeUnit(runner: AgentRunner, agent: Agent, work: Work): Promise<void> {
  if (work.isStreamed === true) {
    const result = await runner.run(agent, questionOf(work), { stream: true, maxTurns: MAX_TURNS });
    for await (const _event of result);
    await result.completed;
    return requireEnd(result.finalOutput);
  }
  const result = await runner.run(agent, questionOf(work), { maxTurns: MAX_TURNS });
  if (!waits(work)) return requireEnd(result.finalOutput);
  const approvalId = result.interruptions[0]?.approval_id ?? '';
  const resumed = await runner.approveAndResume(result.run_id, approvalId, {
    decision: 'approve',
    maxTurns: MAX_TURNS,
  });
  return requireEnd(resumed.finalOutput);
}
