import type { ResumeService } from './resume-service.ts';

const SWEEP_INTERVAL_MS = 5000;
const SWEEPS_PER_REMOVAL = 720;
const ALL_RUNS = 1_000_000;
const NEWEST_RUNS = 100;

/** Periodically resumes runs that no process executes, and removes the context of runs that ended long ago. */
export class Sweeper {
  readonly #resume: ResumeService;
  readonly #removeOldContext: () => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #sweeps = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sweep: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: {
    resume: ResumeService;
    removeOldContext: () => Promise<void>;
    onFailure: (error: unknown) => void;
  }) {
    this.#resume = options.resume;
    this.#removeOldContext = options.removeOldContext;
    this.#onFailure = options.onFailure;
  }

  /** Sweeps all runs once, then periodically the newest ones. */
  async start(): Promise<void> {
    await this.#sweepOnce(ALL_RUNS);
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#sweep;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(
      () => void this.#sweepOnce(NEWEST_RUNS).then(() => this.#schedule()),
      SWEEP_INTERVAL_MS,
    );
  }

  async #sweepOnce(maxRuns: number): Promise<void> {
    if (this.#isStopped) return;
    this.#sweep = this.#work(maxRuns).catch((error: unknown) => this.#onFailure(error));
    await this.#sweep;
  }

  async #work(maxRuns: number): Promise<void> {
    await this.#resume.sweep(maxRuns);
    if (this.#sweeps % SWEEPS_PER_REMOVAL === 0) await this.#removeOldContext();
    this.#sweeps += 1;
  }
}
