import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import type { RunHistory } from '../gate/provenance/run-history.ts';
import type { AgentLike } from '../gate/safety-agent.ts';
import type { Principal } from '../wire/principal.ts';

/** The agent of a turn. `instructions` counts only as text; the result of a function may contain untrusted text. */
export type TurnAgent = AgentLike & { readonly instructions?: unknown };

/** The principal of a run. After an agent with customers as users has worked in it, the principal stays `customer`. */
export class RunUser {
  readonly #context: Pick<EngineContext, 'principals'>;
  readonly #history: RunHistory;
  readonly #instructed = new WeakSet<object>();
  #current: Principal;

  constructor(context: Pick<EngineContext, 'principals'>, run: RunSettings, history: RunHistory) {
    this.#context = context;
    this.#history = history;
    this.#current = run.user;
  }

  get current(): Principal {
    return this.#current;
  }

  /** Adds an agent of this run: its principal and the instructions of its developer count. */
  addAgent(agent: TurnAgent): void {
    this.#current = this.#context.principals.of(agent.name, this.#current);
    if (this.#instructed.has(agent)) return;
    this.#instructed.add(agent);
    if (typeof agent.instructions === 'string') this.#history.addInstructions(agent.instructions);
  }
}
