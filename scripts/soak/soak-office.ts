import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Agent,
  createRunner,
  openSqliteStateStore,
  SafetyAgent,
  tool,
  Usage,
  type AgentRunner,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from 'sekisho';
import { z } from 'zod';
import type { SharedFaults } from './shared-faults.ts';

/** The calls of each turn of a job. `pay` and `send` must never happen twice, and `send` needs a person. */
export const SCRIPT = [['look', 'pay'], ['send'], ['keep']] as const;

/** Tools that may run again after a crash. */
export const REPEATABLE: readonly string[] = ['look', 'keep'];

export const CLERK = 'clerk';

/** Long enough for a kill to hit the middle of a call. */
const CALL_MS = 15;
const LEASE_MS = 2_000;
const SECRET = new Uint8Array(32).fill(7);

/** What is asked of the clerk. */
export const jobText = (job: number): string => `Do job ${job}.`;

/** A runner on the shared store of a soak, with its faults. */
export function openSoakRunner(folder: string, faults: SharedFaults): AgentRunner {
  const path = join(folder, 'state.db');
  return createRunner({
    safetyAgent: new SafetyAgent((_agent, { tool_name: name }) => ({
      decision: name === 'send' ? 'needs_human' : 'allow',
      risk_level: 1,
      reason: 'The script says so.',
    })),
    agents: [makeClerk(folder)],
    store: faults.around(({ link }) => openSqliteStateStore({ path, link, clock: faults.clock })),
    clock: faults.clock,
    secret: SECRET,
    leaseMs: LEASE_MS,
    runConfig: { tracingDisabled: true },
  });
}

/** Everything that the tools did to the world, as `job tool`, outside of the store. */
export function readLedger(folder: string): readonly string[] {
  try {
    return readFileSync(join(folder, 'ledger.txt'), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Writes a line of what a process has to complain about. */
export const complain = (folder: string, line: string): void =>
  appendFileSync(join(folder, 'complaints.txt'), `${line}\n`);

function makeClerk(folder: string): Agent {
  const names = [...new Set(SCRIPT.flat())];
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

/** A model has no memory: which job it is and how far it came, it reads from what it is sent. */
function respond({ input }: ModelRequest): ModelResponse {
  const items = typeof input === 'string' ? [] : input;
  const job = Number(/Do job (\d+)\./.exec(JSON.stringify(input))?.[1]);
  let asked = items.filter(({ type }) => type === 'function_call').length;
  const usage = new Usage({ requests: 1 });
  for (const [turn, calls] of SCRIPT.entries()) {
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
