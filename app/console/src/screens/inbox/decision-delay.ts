/** A decision that is not sent yet, so that it can still be taken back. */
export interface PendingDecision<Decision> {
  readonly decision: Decision;
  readonly sendsAt: number;
}

/** What holding needs of the world. */
interface HoldOptions<Decision> {
  readonly send: (decision: Decision) => void;
  readonly onChange: (held: PendingDecision<Decision> | undefined) => void;
  readonly now: () => number;
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

/** Holds one decision for a few seconds before it is sent. After it was sent there is no way back. */
export class DecisionDelay<Decision> {
  readonly #options: HoldOptions<Decision>;
  #held: PendingDecision<Decision> | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: HoldOptions<Decision>) {
    this.#options = options;
  }

  /** Holds a decision; one that is still held goes out first. */
  hold(decision: Decision): void {
    this.sendNow();
    this.#set({ decision, sendsAt: this.#options.now() + HOLD_MS });
    this.#cancel = this.#options.after(HOLD_MS, () => this.sendNow());
  }

  /** Sends what is held without waiting longer. */
  sendNow(): void {
    const held = this.#held;
    this.#drop();
    if (held) this.#options.send(held.decision);
  }

  /** Takes back what is held; the server never hears of it. */
  undo(): void {
    this.#drop();
  }

  #drop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#held) this.#set(undefined);
  }

  #set(held: PendingDecision<Decision> | undefined): void {
    this.#held = held;
    this.#options.onChange(held);
  }
}

const HOLD_MS = 5000;
