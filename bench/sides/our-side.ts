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
import { scriptModel } from '../script-model.ts';
import { MAX_TURNS, modelNameOf, QUESTION, requireEnd, scriptOf, toolParts, type OpenedSide, type Work } from './work.ts';

/** Opens Sekisho with its default features: the gate, masking, the intent before the effect, the audit chain. */
export async function openSide(work: Work, onCall: () => void): Promise<OpenedSide> {
  const parts = toolParts(onCall);
  const read = { manifest: { effect: 'read' } } as const;
  const write = { manifest: { effect: 'write' } } as const;
  const agent = new Agent({
    name: 'Reporter',
    model: work.modelUrl === undefined ? scriptModel(scriptOf(work)) : modelNameOf(work),
    tools: [
      tool({ ...parts, name: 'get_weather', extensions: read }),
      tool({ ...parts, name: 'lookup_weather' }),
      tool({ ...parts, name: 'save_forecast', extensions: write }),
      tool({ ...parts, name: 'ask_weather', needsApproval: true, extensions: read }),
    ],
  });
  const { store, close } = await openStore(work);
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
    close: async () => {
      await runner.close();
      await close();
    },
  };
}

interface StoreOfSide {
  readonly store: Pick<AgentRunnerOptions, 'store' | 'secret'>;
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
  return { store: { store: postgresStore(pool), secret }, close: () => pool.end() };
}

async function executeUnit(runner: AgentRunner, agent: Agent, work: Work): Promise<void> {
  if (work.isStreamed === true) {
    const result = await runner.run(agent, QUESTION, { stream: true, maxTurns: MAX_TURNS });
    for await (const _event of result);
    await result.completed;
    return requireEnd(result.finalOutput);
  }
  const result = await runner.run(agent, QUESTION, { maxTurns: MAX_TURNS });
  if (work.tool !== 'approval') return requireEnd(result.finalOutput);
  const approvalId = result.interruptions[0]?.approval_id ?? '';
  const resumed = await runner.approveAndResume(result.run_id, approvalId, { decision: 'approve', maxTurns: MAX_TURNS });
  return requireEnd(resumed.finalOutput);
}
