import { SekishoError, type StepRecord, type StoreWrite } from '@sekisho/engine';
import { canonicalJson, digestOfText } from '@sekisho/engine/integration';
import type { RunScope } from '../sdk/run-scope.ts';
import { Usage, type ModelRequest, type ModelResponse } from '../sdk/upstream.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';

/** The stored responses of the model. A recovered run replays them instead of calling, and paying for, the model again. */
export class Journal {
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  readonly #steps: ReadonlyMap<string, StepRecord>;

  constructor(settings: SessionSettings, run: RunSettings, steps: readonly StepRecord[]) {
    this.#settings = settings;
    this.#run = run;
    this.#steps = new Map(steps.map((step) => [step.name, step]));
  }

  /** Returns the response to the same request before a crash, if there was one. */
  find(scope: RunScope, request: ModelRequest): ModelResponse | undefined {
    const step = this.#steps.size > 0 ? this.#steps.get(stepName(scope)) : undefined;
    if (!step) return undefined;
    if (step.fingerprint !== fingerprint(request)) {
      throw new SekishoError(
        'AGENTS-E-NONDETERMINISM',
        `Run ${this.#run.runId} sent another request to the model at step ${step.name} than before the crash.`,
      );
    }
    const text = this.#settings.keyring.open(Buffer.from(step.value, 'base64'), this.#context(step.name));
    const response: ModelResponse = JSON.parse(text);
    const usage: object = response.usage;
    return { ...response, usage: new Usage({ ...usage }) };
  }

  /** Returns the write that stores a response. Returns none for a store that is not durable. */
  write(scope: RunScope, request: ModelRequest, response: ModelResponse): StoreWrite[] {
    const name = stepName(scope);
    if (!this.#settings.store.durable || this.#steps.has(name)) return [];
    const { runId: run_id, segment } = this.#run;
    const sealed = this.#settings.keyring.seal(JSON.stringify(response), this.#context(name));
    const value = Buffer.from(sealed).toString('base64');
    return [{ kind: 'step.put', step: { run_id, segment, name, fingerprint: fingerprint(request), value } }];
  }

  #context(name: string): string {
    return `step:${this.#run.runId}:${this.#run.segment}:${name}`;
  }
}

const stepName = (scope: RunScope) => `${scope.path}:m${scope.modelCalls}`;

/** Returns the fingerprint of a request. Instructions are excluded, because many contain the time of day. */
function fingerprint({ input, tools, previousResponseId }: ModelRequest): string {
  const last = typeof input === 'string' ? input : canonicalJson(input.at(-1) ?? null);
  const size = typeof input === 'string' ? 1 : input.length;
  return digestOfText(
    `${size}\n${last}\n${previousResponseId ?? ''}\n${tools.map(({ name }) => name).join()}`,
  );
}
