import type { Agent, AgentRunner } from 'sekisho';
import { CUSTOMER } from './shop.ts';

/** What the customer sees of a request. */
export type Answer =
  | { readonly state: 'answered'; readonly text: string }
  | { readonly state: 'waits' }
  | { readonly state: 'failed' };

/** Answers messages of customers. A run that waits for an employee continues after the decision, in this or a later process. */
export class Conversations {
  readonly #gate: AgentRunner;
  readonly #support: Agent;
  readonly #answers = new Map<string, Answer>();
  readonly #stopping = new AbortController();

  constructor(gate: AgentRunner, support: Agent) {
    this.#gate = gate;
    this.#support = support;
  }

  /** Continues the runs that waited when the server was stopped. */
  async open(): Promise<void> {
    const pending = await this.#gate.getPendingApprovals();
    for (const runId of new Set(pending.map(({ run_id: id }) => id))) this.#follow(runId);
  }

  /** Returns the id under which the answer is found, now or later. */
  async ask(text: string): Promise<string> {
    const extensions = { sessionData: CUSTOMER, requester: CUSTOMER.customer_id };
    const result = await this.#gate.run(this.#support, text, { extensions });
    if (result.interruptions.length > 0) this.#follow(result.run_id);
    else this.#answers.set(result.run_id, { state: 'answered', text: String(result.finalOutput) });
    return result.run_id;
  }

  find(runId: string): Answer | undefined {
    return this.#answers.get(runId);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#gate.close();
  }

  /** Waits for the decisions of a run in the background. */
  #follow(runId: string): void {
    this.#answers.set(runId, { state: 'waits' });
    void this.#finish(runId).then((answer) => this.#answers.set(runId, answer));
  }

  async #finish(runId: string): Promise<Answer> {
    const { signal } = this.#stopping;
    try {
      for (;;) {
        const result = await this.#gate.resumeWhenDecided(runId, { signal });
        if (result.interruptions.length === 0) return { state: 'answered', text: String(result.finalOutput) };
      }
    } catch (error) {
      // A run that still waits when the server stops is continued by the next one.
      if (signal.aborted) return { state: 'waits' };
      console.error(error);
      return { state: 'failed' };
    }
  }
}
