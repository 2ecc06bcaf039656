/** The limits of a worker for one agent. */
export interface AgentLimit {
  /** The maximum number of concurrent runs. */
  readonly concurrency?: number | undefined;
  /** The maximum number of starts in any minute, for providers that count requests. */
  readonly perMinute?: number | undefined;
}

/** Applies the limits of each agent. */
export class AgentLimits {
  readonly #limits: Readonly<Record<string, AgentLimit>>;
  readonly #clock: () => number;
  readonly #running = new Map<string, number>();
  readonly #starts = new Map<string, number[]>();

  constructor(limits: Readonly<Record<string, AgentLimit>>, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Returns true, and counts the run, if one more run of this agent may start now. */
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
