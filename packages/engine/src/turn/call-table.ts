import { hasEffect } from './effect-class.ts';
import type { ToolCall } from './tool-call.ts';

/** The calls of one run by key. Calls that have ended leave the table after a while, so that long runs stay small. */
export class CallTable {
  readonly #calls = new Map<string, ToolCall>();
  /** Allowed calls that the engine executes and that have not started. */
  readonly #expected = new Set<string>();
  /** Calls with an effect whose body is running. */
  readonly #active = new Set<string>();

  get(key: string): ToolCall | undefined {
    return this.#calls.get(key);
  }

  /** Stores the current stage of a call. */
  put(call: ToolCall): void {
    const { key, stage } = call;
    // A call that changes its stage becomes the newest one.
    this.#calls.delete(key);
    this.#calls.set(key, call);
    if (stage === 'allowed' && call.executor !== 'elsewhere') this.#expected.add(key);
    else this.#expected.delete(key);
    if (stage === 'running' && hasEffect(call.tool)) this.#active.add(key);
    else this.#active.delete(key);
    if (this.#calls.size > MAX_CALLS) this.#evict();
  }

  /** Whether other calls are about to start or are running, so that the next model call may be much later. */
  get hasUnfinished(): boolean {
    return this.#expected.size + this.#active.size > 0;
  }

  /** The keys of the allowed calls that have not started. */
  get expected(): readonly string[] {
    return [...this.#expected];
  }

  /** The keys of the calls with an effect that are running. */
  get active(): readonly string[] {
    return [...this.#active];
  }

  isExpected(key: string): boolean {
    return this.#expected.has(key);
  }

  #evict(): void {
    for (const [key, { stage }] of this.#calls) {
      if (stage !== 'ended' && stage !== 'refused') continue;
      this.#calls.delete(key);
      return;
    }
  }
}

const MAX_CALLS = 1_000;
