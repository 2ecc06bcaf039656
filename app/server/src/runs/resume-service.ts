import { SekishoError } from 'sekisho';
import type { RunHost } from './run-host.ts';

/**
 * How a run continues after a decision: on this server, not before other decisions, or in a process of its
 * application; `offline` when no such process is running.
 */
export type Resumption = 'started' | 'waiting' | 'elsewhere' | 'offline';

/** Resumes runs after all their approval requests are decided. Several servers can do so on the same store. */
export class ResumeService {
  readonly #runHost: RunHost;
  readonly #clock: () => number;
  readonly #onFailure: (runId: string, error: unknown) => void;
  readonly #inProgress = new Set<Promise<void>>();
  #nextExpiry = 0;

  constructor(options: {
    runHost: RunHost;
    clock: () => number;
    onFailure: (runId: string, error: unknown) => void;
  }) {
    this.#runHost = options.runHost;
    this.#clock = options.clock;
    this.#onFailure = options.onFailure;
  }

  /** The number of runs that this process is resuming. */
  get running(): number {
    return this.#inProgress.size;
  }

  /** Resumes the run after a decision, here or in its own application, if no other request of it is open. */
  async afterDecision(runId: string, token: string, isEnd = false): Promise<Resumption> {
    const run = await this.#runHost.store.getRun(runId);
    if (run === undefined) return 'elsewhere';
    if (!isEnd && (await this.waitingIn(runId)) > 0) return 'waiting';
    if (!this.#runHost.executes(run)) return this.#delegate(run.application, runId, token);
    this.track(runId, this.#runHost.resume(runId, token));
    return 'started';
  }

  async #delegate(application: string, runId: string, token: string): Promise<Resumption> {
    try {
      await this.#runHost.queue(token);
    } catch (error) {
      // The decision is stored. A run that is not suspended yet is resumed later by a worker of its application.
      if (!(error instanceof SekishoError)) throw error;
      this.#onFailure(runId, error);
    }
    return (await this.#runHost.store.listLiveApplications()).includes(application) ? 'elsewhere' : 'offline';
  }

  /** Returns the number of open approval requests of a run, at most 50. */
  async waitingIn(runId: string): Promise<number> {
    const { rows } = await this.#runHost.store.listApprovals({ run_id: runId, status: 'pending', limit: 50 });
    return rows.length;
  }

  /** Closes expired requests, resumes runs whose process died, and resumes runs that were decided but not continued. */
  async sweep(maxRuns: number): Promise<void> {
    await this.#expireOverdue();
    await this.#runHost.recover();
    await this.#continueDecided(maxRuns);
  }

  /** Registers work that must end before the process exits. */
  track(runId: string, work: Promise<unknown>): void {
    const tracked = work.then(
      () => undefined,
      (error: unknown) => this.#onFailure(runId, error),
    );
    this.#inProgress.add(tracked);
    void tracked.finally(() => this.#inProgress.delete(tracked));
  }

  /** Resolves when no work is in progress. */
  async drain(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.all(this.#inProgress);
  }

  async #expireOverdue(): Promise<void> {
    const now = this.#clock();
    if (now < this.#nextExpiry) return;
    const { isAny, seen } = await this.#findOverdue(now);
    // A longer list is swept less often.
    this.#nextExpiry = now + seen * PAUSE_MS_PER_ROW;
    if (!isAny) return;
    for (const { run_id: runId, token } of await this.#runHost.runner().expireApprovals())
      await this.afterDecision(runId, token);
  }

  async #findOverdue(now: number): Promise<{ isAny: boolean; seen: number }> {
    let cursor: string | undefined;
    let seen = 0;
    do {
      const page = await this.#runHost.store.listApprovals({ status: 'pending', limit: 200, cursor });
      seen += page.rows.length;
      if (page.rows.some(({ expires_at: until }) => Date.parse(until) <= now)) return { isAny: true, seen };
      ({ cursor } = page);
      await pause();
    } while (cursor !== undefined);
    return { isAny: false, seen };
  }

  // A process can die between a decision and the resumption. The decision is stored, and the run must not wait
  // forever.
  async #continueDecided(maxRuns: number): Promise<void> {
    let cursor: string | undefined;
    let seen = 0;
    const { stops } = this.#runHost.runner();
    do {
      await stops.ready();
      const page = await this.#runHost.store.listRuns({ status: 'suspended', limit: 100, cursor });
      for (const run of page.rows) {
        if (this.#runHost.executes(run) && !stops.find(run.agent_name))
          await this.#continueIfDecided(run.run_id);
      }
      seen += page.rows.length;
      await pause();
      ({ cursor } = page);
    } while (cursor !== undefined && seen < maxRuns);
  }

  async #continueIfDecided(runId: string): Promise<void> {
    if ((await this.waitingIn(runId)) > 0) return;
    const { rows } = await this.#runHost.store.listApprovals({ run_id: runId, limit: 50 });
    const decided = rows.find(({ status, used_at, kind, decided_at: at }) => {
      const isOpen = status !== 'cancelled' && (used_at === undefined || kind === 'outcome');
      // The process that recorded a recent decision is about to resume the run.
      return isOpen && at !== undefined && Date.parse(at) < this.#clock() - RECENT_DECISION_MS;
    });
    if (decided === undefined) return;
    try {
      const { token } = await this.#runHost.runner().reissueToken(decided.approval_id);
      this.track(runId, this.#runHost.resume(runId, token));
    } catch (error) {
      this.#onFailure(runId, error);
    }
  }
}

const RECENT_DECISION_MS = 2000;
const PAUSE_MS_PER_ROW = 1.5;

/** The embedded store responds synchronously; without a pause a long list would block other requests. */
const pause = () => new Promise((resolve) => setImmediate(resolve));
