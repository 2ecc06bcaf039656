import { z } from 'zod';
import type { HumanApprovalRequest, StateStore, StoreWrite } from '@sekisho/engine';
import { judge } from '@sekisho/engine/testing';
import type { OpenStore } from '@sekisho/engine';
import { createRunner } from '../../../src/facade/create-runner.ts';
import { tool } from '../../../src/facade/tool.ts';
import type { AgentRunner } from '../../../src/runner/agent-runner.ts';
import { Agent } from '../../../src/openai-agents/upstream.ts';
import { functionCall, scriptedModel } from '../../../src/testing/scripted-model.ts';
import type { TamperedDatabase } from './tampered-database.ts';

/** The approver in these tests. */
export const MIKA = { id: 'mika' };

/**
 * A program on a database: an agent that erases "a" repeatedly, a gate that requires an approval each time, and the
 * recorded executions.
 */
export class AuthorityScene {
  readonly database: TamperedDatabase;
  readonly runner: AgentRunner;
  /** The same program with a gate that allows everything, so that only the store prevents a repeated call. */
  readonly allowing: AgentRunner;
  /** The argument of each execution of the tool. */
  readonly erased: string[] = [];
  /** How far the clock was set ahead. */
  aheadMs = 0;
  readonly #secret: Uint8Array;
  readonly #runners: AgentRunner[] = [];
  readonly #beforeClaim: (() => Promise<void>)[] = [];

  constructor(database: TamperedDatabase, secret: Uint8Array = Buffer.alloc(32, 7)) {
    this.database = database;
    this.#secret = secret;
    this.runner = this.#open(async (parts) => {
      const store = await database.open(parts);
      const commit = store.commit.bind(store);
      store.commit = async (writes) => {
        if (writes.some(({ kind }) => kind === 'run.claim')) await this.#beforeClaim.shift()?.();
        return commit(writes);
      };
      return store;
    });
    this.allowing = this.#open(database.open, 'allow');
  }

  get store(): StateStore {
    return this.runner.inspect().store;
  }

  /** Starts a run and returns its approval request. */
  async ask(): Promise<HumanApprovalRequest> {
    await this.runner.run(this.agent('first'), 'Please erase a.');
    return this.pending();
  }

  /** Returns the newest pending request. */
  async pending(): Promise<HumanApprovalRequest> {
    const [request] = (await this.store.listApprovals({ status: 'pending' })).rows;
    if (!request) throw new Error('There is no pending approval request.');
    return request;
  }

  /** Approves a request and resumes the run until it is suspended again. */
  async approve({ approval_id, run_id }: HumanApprovalRequest): Promise<void> {
    await this.runner.approveAndResume(run_id, approval_id, { decision: 'approve', by: MIKA });
  }

  /** Runs this once, after `runner` has read the rows of a run and before it commits the claim of the run. */
  beforeClaim(work: () => Promise<void>): void {
    this.#beforeClaim.push(work);
  }

  /** Starts a run with a gate that allows everything, and stops its process as soon as such a write is stored. */
  async crashAt(kind: StoreWrite['kind']): Promise<string> {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
    let isStopped = false;
    const open: OpenStore = async (parts) => {
      const store = await this.database.open(parts);
      const commit = store.commit.bind(store);
      store.commit = async (writes) => {
        const outcome = isStopped ? undefined : await commit(writes);
        if (outcome && !writes.some((write) => write.kind === kind)) return outcome;
        isStopped = true;
        stop(writes.map(runOf).find((id) => id !== undefined) ?? '');
        return new Promise(() => {});
      };
      return store;
    };
    const crashing = this.#open(open, 'allow', 1);
    void crashing.run(this.agent('first'), 'Please erase a.').catch(() => undefined);
    const runId = await stopped;
    this.aheadMs += 1_000;
    return runId;
  }

  agent(name: string): Agent {
    const call = (index: number) => [functionCall(`${name}_${index}`, 'erase', { what: 'a' })];
    const model = scriptedModel([0, 1, 2, 3].map(call));
    return new Agent({ name: 'Clerk', model, tools: [this.#erase()] });
  }

  async close(): Promise<void> {
    for (const runner of this.#runners) await runner.close({ timeoutMs: 0 });
    await this.database.close();
  }

  #erase() {
    return tool({
      name: 'erase',
      description: 'Erases a file.',
      parameters: z.object({ what: z.string() }),
      execute: async ({ what }) => {
        this.erased.push(what);
        return `Erased ${what}.`;
      },
    });
  }

  #open(store: OpenStore, decision: 'allow' | 'needs_human' = 'needs_human', leaseMs = 60_000): AgentRunner {
    const runner = createRunner({
      safetyAgent: judge(decision),
      store,
      secret: this.#secret,
      leaseMs,
      clock: () => Date.now() + this.aheadMs,
      agents: [this.agent('later'), new Agent({ name: 'Other', model: scriptedModel([]), tools: [] })],
    });
    if (leaseMs > 1) this.#runners.push(runner);
    return runner;
  }
}

function runOf(write: StoreWrite): string | undefined {
  if (write.kind === 'run.open') return write.run.run_id;
  return write.kind === 'run.guard' ? write.run_id : undefined;
}
