import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { HumanApprovalRequest } from '../../../engine/src/wire/human-approval-request.ts';
import type { OpenStore } from '../../../engine/src/index.ts';
import { createRunner } from '../../src/facade/create-runner.ts';
import { tool } from '../../src/facade/tool.ts';
import { SafetyAgent } from '../../../engine/src/gate/safety-agent.ts';
import type { AgentRunner } from '../../src/runner/agent-runner.ts';
import {
  Agent,
  Usage,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from '../../src/openai-agents/upstream.ts';
import type { Secrets } from '../../../engine/src/config/keyring.ts';
import { openSqliteStateStore } from '../../../engine/src/store/sqlite-state-store.ts';

/** The turns of a run: the calls of each, by the name of the tool. After the last turn the model returns its final text. */
export type Script = readonly (readonly ToolName[])[];

/** `look` reads, `keep` is repeatable, `pay` and `post` are not, `send` is not repeatable either and needs approval. */
type ToolName = 'look' | 'keep' | 'pay' | 'post' | 'send' | 'ship' | 'peek';

/** One call per turn, each kind once. */
export const PLAIN: Script = [['look'], ['pay'], ['send']];

/** Several calls in a turn, and repeatable calls that need approval. */
export const BUSY: Script = [
  ['look', 'pay', 'keep'],
  ['send', 'peek'],
  ['post', 'ship'],
];

const NEEDS_PERSON: readonly string[] = ['send', 'ship', 'peek'];

/** The tools that may run again after a crash without approval. */
export const REPEATABLE: readonly string[] = ['look', 'keep', 'peek'];

/** The effects of the tools: an append-only file outside of the store. */
export const ledgerPath = (directory: string): string => join(directory, 'ledger.txt');

/** Returns every effect that happened, as `agent tool call`. */
export function readLedger(directory: string): string[] {
  try {
    return readFileSync(ledgerPath(directory), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Creates an agent whose model follows a script; every effect is one line in the ledger. */
export function clerk(directory: string, name: string, script: Script, pauseMs = 0): Agent {
  const act = (toolName: ToolName, effect: 'read' | 'write', idempotent: boolean) =>
    tool({
      name: toolName,
      description: `Does ${toolName}.`,
      parameters: z.object({ id: z.string() }),
      extensions: { manifest: { effect, idempotent } },
      execute: async ({ id }) => {
        await pause(pauseMs);
        append(ledgerPath(directory), `${name} ${toolName} ${id}\n`);
        await pause(pauseMs);
        return `${toolName} ${id} happened.`;
      },
    });
  return new Agent({
    name,
    model: scripted(directory, name, script, pauseMs),
    tools: [...new Set(script.flat())].map((each) =>
      act(each, each === 'look' || each === 'peek' ? 'read' : 'write', each === 'keep'),
    ),
  });
}

/** Called right before and right after every commit of a run; the run waits for the returned promise. */
export type AtCommit = (moment: 'before' | 'after') => void | Promise<void>;

/** The secret of every runner here, and the same secret after a rotation. */
export const SECRET: Secrets = { current: Buffer.alloc(32, 7) };
export const ROTATED: Secrets = { current: Buffer.alloc(32, 8), previous: [SECRET.current] };

/** Creates a runner on the SQLite store of a folder. */
export function runnerAt(
  directory: string,
  agents: readonly Agent[],
  options: { leaseMs: number; atCommit?: AtCommit; secret?: Secrets },
): AgentRunner {
  const { leaseMs, atCommit, secret = SECRET } = options;
  const store: OpenStore = async ({ link, clock }) => {
    const opened = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
    if (!atCommit) return opened;
    const commit = opened.commit.bind(opened);
    opened.commit = async (writes) => {
      // Heartbeats depend on the clock and not on the steps of the run; a lease of 1 ms needs none.
      if (writes.every(({ kind }) => kind === 'owner.beat')) return { ok: true };
      await atCommit('before');
      const outcome = await commit(writes);
      await atCommit('after');
      return outcome;
    };
    return opened;
  };
  const safetyAgent = new SafetyAgent((_agent, { tool_name: name }) => ({
    decision: NEEDS_PERSON.includes(name) ? 'needs_human' : 'allow',
    risk_level: 1,
    reason: 'The script requires this.',
  }));
  // Where a test counts commits, the run must wait for each of them.
  const auditMode = atCommit ? 'required' : undefined;
  return createRunner({ safetyAgent, agents, store, secret, leaseMs, auditMode });
}

/** Decides as a careful person: approves calls, and after a crash checks the ledger before resolving the outcome of a call. */
export async function decide(
  runner: AgentRunner,
  directory: string,
  { approval_id, kind, agent_name, tool_id, tool_call_id }: HumanApprovalRequest,
): Promise<string> {
  const by = { id: 'coordinator' };
  if (kind === 'call') return (await runner.submitApproval(approval_id, 'approve', { by })).token;
  const happened = readLedger(directory).includes(`${agent_name} ${tool_id} ${tool_call_id}`);
  return (await runner.resolveOutcome(approval_id, happened ? 'done' : 'retry', { by })).token;
}

function scripted(directory: string, name: string, script: Script, pauseMs: number): Model {
  return {
    getResponse: async (request) => {
      await pause(pauseMs);
      append(join(directory, 'questions.txt'), `${name}\n`);
      return respond(script, request);
    },
    getStreamedResponse: () => {
      throw new Error('This model does not stream.');
    },
  };
}

function respond(script: Script, { input }: ModelRequest): ModelResponse {
  const items = typeof input === 'string' ? [] : input;
  let asked = items.filter(({ type }) => type === 'function_call').length;
  const usage = new Usage({ inputTokens: 1, outputTokens: 1, totalTokens: 2 });
  for (const [turn, calls] of script.entries()) {
    if (asked > 0) {
      asked -= calls.length;
      continue;
    }
    return {
      usage,
      output: calls.map((name, index) => {
        const callId = `${turn}-${index}`;
        return {
          type: 'function_call',
          callId,
          name,
          arguments: JSON.stringify({ id: callId }),
          status: 'completed',
        };
      }),
    };
  }
  const text = { type: 'output_text', text: 'All is done.' } as const;
  return {
    usage,
    output: [{ type: 'message', role: 'assistant', status: 'completed', content: [text] }],
  };
}

function append(path: string, line: string): void {
  const file = openSync(path, 'a');
  writeSync(file, line);
  fsyncSync(file);
  closeSync(file);
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await sleep(ms);
}
