/** A decision that is not sent yet, so that it can be undone. */
export interface PendingDecision<Decision> {
  readonly decision: Decision;
  readonly sendsAt: number;
}

/** The callbacks and timers of a delay. */
interface DelayOptions<Decision> {
  readonly send: (decision: Decision) => void;
  readonly onChange: (pending: PendingDecision<Decision> | undefined) => void;
  readonly now: () => number;
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

/** Delays one decision for a few seconds before it is sent. A sent decision cannot be undone. */
export class DecisionDelay<Decision> {
  readonly #options: DelayOptions<Decision>;
  #pending: PendingDecision<Decision> | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: DelayOptions<Decision>) {
    this.#options = options;
  }

  /** Delays a decision. A decision that is still pending is sent first. */
  delay(decision: Decision): void {
    this.sendNow();
    this.#set({ decision, sendsAt: this.#options.now() + DELAY_MS });
    this.#cancel = this.#options.after(DELAY_MS, () => this.sendNow());
  }

  /** Sends the pending decision immediately. */
  sendNow(): void {
    const pending = this.#pending;
    this.#drop();
    if (pending) this.#options.send(pending.decision);
  }

  /** Discards the pending decision; nothing is sent to the server. */
  undo(): void {
    this.#drop();
  }

  #drop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#pending) this.#set(undefined);
  }

  #set(pending: PendingDecision<Decision> | undefined): void {
    this.#pending = pending;
    this.#options.onChange(pending);
  }
}

const DELAY_MS = 5000;
