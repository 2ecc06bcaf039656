import { ConsoleError } from './console-error.ts';
import type { ConsoleStore } from './console-store.ts';
import type { Engine } from './engine.ts';
import type { ResumeService } from './resume-service.ts';

const NEWEST_RUNS = 50;

/** Lets demo agents work on tasks, honest and poisoned, with simulated tools. */
export class Playground {
  readonly #engine: Engine;
  readonly #console: ConsoleStore;
  readonly #resume: ResumeService;
  readonly #isAlways: boolean;

  /** Unless `isAlways`, there are no tasks in a store that holds runs of other applications. */
  constructor(options: { engine: Engine; console: ConsoleStore; resume: ResumeService; isAlways: boolean }) {
    this.#engine = options.engine;
    this.#console = options.console;
    this.#resume = options.resume;
    this.#isAlways = options.isAlways;
  }

  async list() {
    return (await this.#scenarios()).map(({ id, agent, topic, kind, title, story, task, expect }) => {
      return { id, agent, topic, kind, title, story, task, expect };
    });
  }

  /** Begins a run and answers its id; the run goes on by itself. */
  async start(scenarioId: string, language: 'ja' | 'en', startedBy: string): Promise<string> {
    const scenario = (await this.#scenarios()).find(({ id }) => id === scenarioId);
    if (scenario === undefined) throw new ConsoleError('NotFound', 'There is no such task.');
    const ended = Promise.withResolvers<void>();
    const request = { scenario, task: scenario.task[language], startedBy, language };
    const runId = await this.#engine.start(request, () => ended.resolve());
    this.#resume.track(runId, ended.promise);
    return runId;
  }

  /** Puts one waiting run into an empty inbox, once in the life of a store. */
  async seed(language: 'ja' | 'en'): Promise<void> {
    if ((await this.#scenarios()).length === 0) return;
    if (await this.#console.claimOnce('demo-run')) await this.start('mail-poisoned', language, 'demo');
  }

  async #scenarios(): Promise<Engine['scenarios']> {
    const { store, scenarios, application } = this.#engine;
    if (this.#isAlways || scenarios.length === 0) return scenarios;
    const { rows } = await store.listRuns({ limit: NEWEST_RUNS });
    const isShared = rows.some((run) => run.application !== application && run.application !== '');
    return isShared ? [] : scenarios;
  }
}
