import type { ResumeService } from './resume-service.ts';

const SWEEP_INTERVAL_MS = 5000;
const ALL_RUNS = 1_000_000;
const NEWEST_RUNS = 100;

/** Periodically resumes runs that no process executes. */
export class Sweeper {
  readonly #resume: ResumeService;
  readonly #onFailure: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sweep: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: { resume: ResumeService; onFailure: (error: unknown) => void }) {
    this.#resume = options.resume;
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
    this.#sweep = this.#resume.sweep(maxRuns).catch((error: unknown) => this.#onFailure(error));
    await this.#sweep;
  }
}
