import type { StateStore } from '../store/state-store.ts';

const POLL_MS = 500;

/** Changes that the store reports, and a poll for those that it does not report. */
export class StoreChanges {
  readonly #stop: (() => void) | undefined;
  #notify = (): void => undefined;

  constructor(store: Pick<StateStore, 'watch'>) {
    this.#stop = store.watch?.(() => this.#notify());
  }

  /** Resolves at the next change, after the poll interval or when the signal is aborted. */
  next(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#notify(), POLL_MS);
      this.#notify = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', this.#notify);
        resolve();
      };
      signal?.addEventListener('abort', this.#notify);
    });
  }

  /** Stops watching. */
  close(): void {
    this.#stop?.();
    this.#notify();
  }
}
