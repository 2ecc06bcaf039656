import { ConsoleError } from '../errors/console-error.ts';
import type { ResumeService } from '../runs/resume-service.ts';
import type { RunFactsStore } from '../runs/run-facts-store.ts';
import type { RunHost } from '../runs/run-host.ts';
import type { Trial, TrialStep } from '../runs/trial.ts';

const NEWEST_RUNS = 50;

/** Runs demo agents on harmless and malicious tasks with simulated tools. */
export class PlaygroundService {
  readonly #runHost: RunHost;
  readonly #facts: RunFactsStore;
  readonly #resume: ResumeService;
  readonly #isAlways: boolean;

  /** Unless `isAlways` is set, a store that contains runs of other applications has no tasks. */
  constructor(options: { runHost: RunHost; facts: RunFactsStore; resume: ResumeService; isAlways: boolean }) {
    this.#runHost = options.runHost;
    this.#facts = options.facts;
    this.#resume = options.resume;
    this.#isAlways = options.isAlways;
  }

  async list() {
    const scenarios = await this.#scenarios();
    return {
      scenarios: scenarios.map(({ id, agent, topic, kind, title, story, task, expect }) => {
        return { id, agent, topic, kind, title, story, task, expect };
      }),
      examples: [...this.#runHost.examples],
    };
  }

  /** Passes the calls of a trial through the gate. Nothing is stored and no tool runs. */
  async tryCalls(trial: Trial): Promise<TrialStep[]> {
    const names = trial.tools.map(({ name }) => name);
    const missing = trial.calls.find(({ tool }) => !names.includes(tool));
    if (missing !== undefined || new Set(names).size < names.length)
      throw new ConsoleError(
        'InvalidRequest',
        'Each call must name one of the tools, and tools differ by name.',
      );
    return this.#runHost.tryCalls(trial);
  }

  /** Starts a run and returns its id. The run continues in the background. */
  async start(scenarioId: string, language: 'ja' | 'en', startedBy: string): Promise<string> {
    const scenario = (await this.#scenarios()).find(({ id }) => id === scenarioId);
    if (scenario === undefined) throw new ConsoleError('NotFound', 'There is no such task.');
    const ended = Promise.withResolvers<void>();
    const request = { scenario, task: scenario.task[language], startedBy, language };
    const runId = await this.#runHost.start(request, () => ended.resolve());
    this.#resume.track(runId, ended.promise);
    return runId;
  }

  /** Creates one suspended run in an empty inbox, once per store. */
  async seed(language: 'ja' | 'en'): Promise<void> {
    if ((await this.#scenarios()).length === 0) return;
    if (await this.#facts.claimOnce('demo-run')) await this.start('mail-poisoned', language, 'demo');
  }

  async #scenarios(): Promise<RunHost['scenarios']> {
    const { store, scenarios, application } = this.#runHost;
    if (this.#isAlways || scenarios.length === 0) return scenarios;
    const { rows } = await store.listRuns({ limit: NEWEST_RUNS });
    const isShared = rows.some((run) => run.application !== application && run.application !== '');
    return isShared ? [] : scenarios;
  }
}
