import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Agent,
  createRunner,
  SafetyAgent,
  tool,
  Usage,
  type AgentRunner,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from 'sekisho';
import { z } from 'zod';
import { soakStore } from './open-soak-store.ts';
import type { SharedFaults } from './shared-faults.ts';
import type { SoakLocation } from './soak-location.ts';

/** The kinds of jobs: the calls of each turn. `pay`, `send` and `post` must never run twice. */
const SCRIPTS = [
  [['look', 'pay'], ['send'], ['keep']],
  [['look'], ['look', 'keep'], ['look']],
  [['pay', 'keep']],
  [['send', 'look'], ['pay'], ['post']],
] as const;

/** The calls of a job, by turn. */
export const scriptOf = (job: number) => SCRIPTS[job % SCRIPTS.length] ?? SCRIPTS[0];

/** Tools that need an approval. */
export const NEEDS_PERSON: readonly string[] = ['send', 'post'];

/** Tools that may run again after a crash. */
export const REPEATABLE: readonly string[] = ['look', 'keep'];

export const CLERK = 'clerk';

/** Long enough for a kill to hit the middle of a call. */
const CALL_MS = 15;
const LEASE_MS = 2_000;
const SECRET = new Uint8Array(32).fill(7);

/** The user's text for a job. */
export const jobText = (job: number): string => `Do job ${job}.`;

/** A runner on the shared store of a site, with its faults. */
export function openSoakRunner(
  location: SoakLocation,
  faults: SharedFaults,
): { readonly runner: AgentRunner; readonly close: () => Promise<void> } {
  const store = soakStore(location, faults);
  const runner = createRunner({
    safetyAgent: new SafetyAgent((_agent, { tool_name: name }) => ({
      decision: NEEDS_PERSON.includes(name) ? 'needs_human' : 'allow',
      risk_level: 1,
      reason: 'The script says so.',
    })),
    agents: [makeClerk(location.folder)],
    store: store.open,
    clock: faults.clock,
    secret: SECRET,
    leaseMs: LEASE_MS,
    runConfig: { tracingDisabled: true },
  });
  const close = async () => {
    await runner.close();
    await store.close();
  };
  return { runner, close };
}

/** All executed calls as `job tool`, recorded outside of the store. */
export function readLedger(folder: string): readonly string[] {
  try {
    return readFileSync(join(folder, 'ledger.txt'), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Appends a problem that a process found. */
export const reportProblem = (folder: string, line: string): void =>
  appendFileSync(join(folder, 'problems.txt'), `${line}\n`);

function makeClerk(folder: string): Agent {
  const names = [...new Set(SCRIPTS.flat(2))];
  const tools = names.map((name) =>
    tool({
      name,
      description: `Does ${name}.`,
      parameters: z.object({ job: z.number() }),
      extensions: {
        manifest: { effect: name === 'look' ? 'read' : 'write', idempotent: REPEATABLE.includes(name) },
      },
      execute: async ({ job }) => {
        await sleep(CALL_MS);
        append(join(folder, 'ledger.txt'), `${job} ${name}\n`);
        await sleep(CALL_MS);
        return `${name} happened.`;
      },
    }),
  );
  return new Agent({ name: CLERK, model: MODEL, tools });
}

const MODEL: Model = {
  getResponse: async (request) => respond(request),
  getStreamedResponse: () => {
    throw new Error('Nothing is streamed here.');
  },
};

/** The model is stateless: it derives the job and its progress from the input. */
function respond({ input }: ModelRequest): ModelResponse {
  const items = typeof input === 'string' ? [] : input;
  const job = Number(/Do job (\d+)\./.exec(JSON.stringify(input))?.[1]);
  let asked = items.filter(({ type }) => type === 'function_call').length;
  const usage = new Usage({ requests: 1 });
  for (const [turn, calls] of scriptOf(job).entries()) {
    if (asked > 0) {
      asked -= calls.length;
      continue;
    }
    const call = { type: 'function_call', status: 'completed', arguments: JSON.stringify({ job }) } as const;
    return { usage, output: calls.map((name, index) => ({ ...call, name, callId: `${turn}-${index}` })) };
  }
  const message = { type: 'message', role: 'assistant', status: 'completed' } as const;
  return { usage, output: [{ ...message, content: [{ type: 'output_text', text: 'All is done.' }] }] };
}

function append(path: string, line: string): void {
  const file = openSync(path, 'a');
  writeSync(file, line);
  fsyncSync(file);
  closeSync(file);
}
