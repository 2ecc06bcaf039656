import type { Principal } from '../contracts/principal.ts';
import type { RunHistory } from '../gate/provenance/run-history.ts';
import type { AnyAgent } from '../sdk/upstream.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';

/** Whose words the input of a run is. Once an agent whose user is a customer has worked in it, it stays a customer's. */
export class RunUser {
  readonly #settings: SessionSettings;
  readonly #history: RunHistory;
  readonly #instructed = new WeakSet<object>();
  #current: Principal;

  constructor(settings: SessionSettings, run: RunSettings, history: RunHistory) {
    this.#settings = settings;
    this.#history = history;
    this.#current = run.user;
  }

  get current(): Principal {
    return this.#current;
  }

  /** An agent works in this run now: its user counts, and for a customer also what its developer told it. */
  addAgent(agent: AnyAgent | undefined): void {
    this.#current = this.#settings.principals.of(agent?.name, this.#current);
    if (!agent || this.#current === 'owner' || this.#instructed.has(agent)) return;
    this.#instructed.add(agent);
    // What a function returns may hold text from elsewhere.
    if (typeof agent.instructions === 'string') this.#history.addInstructions(agent.instructions);
  }
}
