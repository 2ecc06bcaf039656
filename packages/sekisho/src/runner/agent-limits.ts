/** How much of one agent a worker carries out. */
export interface AgentLimit {
  /** So many runs at once. */
  readonly concurrency?: number | undefined;
  /** So many starts in any minute, for providers that count requests. */
  readonly perMinute?: number | undefined;
}

/** Keeps the runs of single agents within their limits. */
export class AgentLimits {
  readonly #limits: Readonly<Record<string, AgentLimit>>;
  readonly #clock: () => number;
  readonly #running = new Map<string, number>();
  readonly #starts = new Map<string, number[]>();

  constructor(limits: Readonly<Record<string, AgentLimit>>, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** True, and counted, when one more run of this agent may start now. */
  tryAcquire(agent: string): boolean {
    const limit = Object.hasOwn(this.#limits, agent) ? this.#limits[agent] : undefined;
    const running = this.#running.get(agent) ?? 0;
    if (running >= (limit?.concurrency ?? Number.POSITIVE_INFINITY)) return false;
    if (limit?.perMinute !== undefined && !this.#tryStart(agent, limit.perMinute)) return false;
    this.#running.set(agent, running + 1);
    return true;
  }

  releaseRun(agent: string): void {
    this.#running.set(agent, (this.#running.get(agent) ?? 1) - 1);
  }

  #tryStart(agent: string, perMinute: number): boolean {
    const now = this.#clock();
    const recent = (this.#starts.get(agent) ?? []).filter((start) => start > now - 60_000);
    this.#starts.set(agent, recent);
    if (recent.length >= perMinute) return false;
    recent.push(now);
    return true;
  }
}
