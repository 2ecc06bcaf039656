import type { Principal } from '@sekisho/engine';
import type { RunHistory } from '@sekisho/engine/integration';
import type { AnyAgent } from '../sdk/upstream.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';

/** The principal of a run. After an agent with customers as users has worked in it, the principal stays `customer`. */
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

  /** Adds an agent of this run: its principal counts, and for a customer also the instructions of its developer. */
  addAgent(agent: AnyAgent | undefined): void {
    this.#current = this.#settings.principals.of(agent?.name, this.#current);
    if (!agent || this.#current === 'owner' || this.#instructed.has(agent)) return;
    this.#instructed.add(agent);
    // The result of a function may contain untrusted text.
    if (typeof agent.instructions === 'string') this.#history.addInstructions(agent.instructions);
  }
}
