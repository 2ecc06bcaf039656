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
import type { SoakPlace } from './soak-place.ts';

/** What jobs there are: the calls of each turn. `pay`, `send` and `post` must never happen twice. */
const SCRIPTS = [
  [['look', 'pay'], ['send'], ['keep']],
  [['look'], ['look', 'keep'], ['look']],
  [['pay', 'keep']],
  [['send', 'look'], ['pay'], ['post']],
] as const;

/** What must be done in a job. */
export const scriptOf = (job: number) => SCRIPTS[job % SCRIPTS.length] ?? SCRIPTS[0];

/** Tools that a person decides about. */
export const NEEDS_PERSON: readonly string[] = ['send', 'post'];

/** Tools that may run again after a crash. */
export const REPEATABLE: readonly string[] = ['look', 'keep'];

export const CLERK = 'clerk';

/** Long enough for a kill to hit the middle of a call. */
const CALL_MS = 15;
const LEASE_MS = 2_000;
const SECRET = new Uint8Array(32).fill(7);

/** What is asked of the clerk. */
export const jobText = (job: number): string => `Do job ${job}.`;

/** A runner on the shared store of a place, with its faults. */
export function openOffice(
  place: SoakPlace,
  faults: SharedFaults,
): { readonly runner: AgentRunner; readonly close: () => Promise<void> } {
  const store = soakStore(place, faults);
  const runner = createRunner({
    safetyAgent: new SafetyAgent((_agent, { tool_name: name }) => ({
      decision: NEEDS_PERSON.includes(name) ? 'needs_human' : 'allow',
      risk_level: 1,
      reason: 'The script says so.',
    })),
    agents: [makeClerk(place.folder)],
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

/** A model has no memory: which job it is and how far it came, it reads from what it is sent. */
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
