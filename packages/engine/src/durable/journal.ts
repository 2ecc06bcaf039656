import type { StepRecord } from '../store/run-record.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { EngineContext, RunSettings } from './engine-context.ts';

/** One step of an integration, such as a response of the model, with the fingerprint of its inputs. */
export interface Step {
  readonly name: string;
  readonly fingerprint: string;
  readonly value: string;
}

/** The stored steps of a segment. A recovered run replays them instead of calling, and paying for, the model again. */
export class Journal {
  readonly #context: Pick<EngineContext, 'keyring' | 'store'>;
  readonly #run: RunSettings;
  readonly #steps: ReadonlyMap<string, StepRecord>;

  constructor(
    context: Pick<EngineContext, 'keyring' | 'store'>,
    run: RunSettings,
    steps: readonly StepRecord[],
  ) {
    this.#context = context;
    this.#run = run;
    this.#steps = new Map(steps.map((step) => [step.name, step]));
  }

  get isEmpty(): boolean {
    return this.#steps.size === 0;
  }

  /** Returns the value of a step before a crash, if there was one. Throws if it had other inputs. */
  find(name: string, fingerprint: string): string | undefined {
    const step = this.#steps.get(name);
    if (!step) return undefined;
    if (step.fingerprint === fingerprint) return this.#open(step);
    throw new SekishoError(
      'AGENTS-E-NONDETERMINISM',
      `Run ${this.#run.runId} has other inputs at step ${name} than before the crash. Resume it with the version of the program that started it, or start a new run.`,
    );
  }

  /** Returns the values of the steps whose name begins with this prefix, in the order of their names. */
  all(prefix: string): string[] {
    return [...this.#steps.values()]
      .filter(({ name }) => name.startsWith(prefix))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map((step) => this.#open(step));
  }

  /** Returns the write that stores a step. Returns none for a known step and for a store that is not durable. */
  write(step: Step): StoreWrite[] {
    // The properties of a step may be getters that serialize the response, so they are read only if it is stored.
    if (!this.#context.store.durable || this.#steps.has(step.name)) return [];
    const { name, fingerprint, value } = step;
    const { runId: run_id, segment } = this.#run;
    const sealed = this.#context.keyring.seal(value, sealContext(run_id, segment, name));
    const text = Buffer.from(sealed).toString('base64');
    return [{ kind: 'step.put', step: { run_id, segment, name, fingerprint, value: text } }];
  }

  #open({ run_id, segment, name, value }: StepRecord): string {
    return this.#context.keyring.open(Buffer.from(value, 'base64'), sealContext(run_id, segment, name));
  }
}

const sealContext = (runId: string, segment: number, name: string) => `step:${runId}:${segment}:${name}`;
