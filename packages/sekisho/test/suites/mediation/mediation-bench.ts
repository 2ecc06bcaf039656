import { type GateDecision, SafetyAgent } from '@sekisho/engine';
import type { AgentRunner } from '../../../src/runner/agent-runner.ts';
import type { MakeRunner } from '../describe-mediation.ts';
import type { MediationCase, PreparedCase } from './mediation-case.ts';
import { ALLOW } from './judges.ts';

/** Whether a run is streamed. */
export type Mode = 'plain' | 'streamed';

/** One cell of the matrix: a runner, an agent that makes one call, a judge, and a counter of effects. */
export class MediationBench {
  #count = 0;
  readonly #mode: Mode;
  readonly #runner: AgentRunner;
  readonly #prepared: PreparedCase;

  private constructor(mode: Mode, runner: AgentRunner, prepared: PreparedCase) {
    this.#mode = mode;
    this.#runner = runner;
    this.#prepared = prepared;
  }

  static async open(
    mediationCase: MediationCase,
    makeRunner: MakeRunner,
    mode: Mode,
    answer: () => GateDecision | Promise<GateDecision>,
  ): Promise<MediationBench> {
    const counted = { now: () => {} };
    const prepared = await mediationCase.prepare(() => counted.now());
    const safetyAgent = new SafetyAgent((_agent, request) =>
      prepared.isTarget(request) ? answer() : ALLOW(),
    );
    const bench = new MediationBench(mode, await makeRunner({ safetyAgent, judgeTimeoutMs: 25 }), prepared);
    counted.now = () => {
      bench.#count += 1;
    };
    return bench;
  }

  /** How often the tool body ran. */
  get count(): number {
    return this.#prepared.effects?.() ?? this.#count;
  }

  /** Runs the agent to its end. */
  async run(): Promise<void> {
    await this.#start({});
  }

  /** Runs the agent until it is suspended, and returns the status of the first approval request. */
  async runUntilAsked(): Promise<string> {
    const { interruptions } = await this.#start({});
    return interruptions[0]?.status ?? 'no approval request';
  }

  /** Decides the pending request and runs the agent to its end. */
  async decide(decision: 'approve' | 'deny'): Promise<void> {
    const [approval, ...others] = await this.#runner.getPendingApprovals();
    if (!approval || others.length > 0) throw new Error(`${others.length + (approval ? 1 : 0)} wait.`);
    const { token } = await this.#runner.submitApproval(approval.approval_id, decision);
    const { interruptions } = await this.#start({ extensions: { resume: { token } } });
    if (interruptions.length > 0) throw new Error('The run created another approval request.');
  }

  /** Returns the number of pending requests. */
  async pending(): Promise<number> {
    return (await this.#runner.getPendingApprovals()).length;
  }

  /** Returns whether the audit log verifies. */
  async isLogValid(): Promise<boolean> {
    return (await this.#runner.verifyExecutionLog()).ok;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#prepared.close?.();
    await this.#runner.close();
  }

  async #start(options: object) {
    const { agent } = this.#prepared;
    if (this.#mode === 'plain') return this.#runner.run(agent, 'Please erase a.', options);
    const stream = await this.#runner.run(agent, 'Please erase a.', { ...options, stream: true });
    for await (const _event of stream);
    await stream.completed;
    return stream;
  }
}
