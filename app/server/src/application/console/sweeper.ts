import type { ResumeService } from './resume-service.ts';

const EVERY_MS = 5000;
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
    await this.#look(ALL_RUNS);
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#sweep;
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#look(NEWEST_RUNS).then(() => this.#plan()), EVERY_MS);
  }

  async #look(maxRuns: number): Promise<void> {
    if (this.#isStopped) return;
    this.#sweep = this.#resume.sweep(maxRuns).catch((error: unknown) => this.#onFailure(error));
    await this.#sweep;
  }
}
