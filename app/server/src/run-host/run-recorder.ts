import { AsyncLocalStorage } from 'node:async_hooks';
import type { Model, ModelRequest, ModelResponse, StateStore, StoreWrite } from 'sekisho';
import type { RunFacts, RunFactsStore } from '../runs/run-facts-store.ts';

type OnOpen = (runId: string) => Promise<void>;
/** `pendingWrites` are executed one after another, after `open` has received the id of the stored run. */
type Scope = { runId?: string; onOpen: OnOpen | undefined; pendingWrites: Promise<void>; open: () => void };

/**
 * Records the model responses of this server's runs, so that a run can be displayed. A failed write is reported and
 * leaves a gap; the run continues, because its call may already have had an effect.
 */
export class RunRecorder {
  readonly #facts: RunFactsStore;
  readonly #clock: () => number;
  readonly #onFailure: (runId: string, error: unknown) => void;
  readonly #scope = new AsyncLocalStorage<Scope>();

  constructor(options: {
    facts: RunFactsStore;
    clock: () => number;
    onFailure: (runId: string, error: unknown) => void;
  }) {
    this.#facts = options.facts;
    this.#clock = options.clock;
    this.#onFailure = options.onFailure;
  }

  /** Records how a run was started. */
  recordRun(facts: RunFacts): Promise<void> {
    return this.#record(facts.run_id, () => this.#facts.addRun(facts));
  }

  /** Records everything that `act` runs. `onOpen` receives the id of a run as soon as it is stored. */
  during<T>(act: () => T, onOpen?: OnOpen): T {
    const { promise: pendingWrites, resolve: open } = Promise.withResolvers<void>();
    return this.#scope.run({ onOpen, pendingWrites, open }, act);
  }

  /**
   * Wraps a store. The recorder derives the active run from its writes, and `onLog` is called after writes to the
   * log.
   */
  watch(store: StateStore, onLog: () => void): StateStore {
    const commit = async (writes: readonly StoreWrite[]) => {
      const outcome = await store.commit(writes);
      if (!outcome.ok) return outcome;
      for (const write of writes) await this.#observeWrites(write);
      if (writes.some(({ kind }) => kind === 'log.append')) onLog();
      return outcome;
    };
    // All other members belong to the store, also optional ones: the engine uses what it finds.
    return new Proxy(store, {
      get: (inner, name) => {
        if (name === 'commit') return commit;
        const member: unknown = Reflect.get(inner, name);
        return typeof member === 'function' ? member.bind(inner) : member;
      },
    });
  }

  /** Wraps a model and records each of its responses. */
  model(inner: Model, name: string): Model {
    return {
      getResponse: async (request) => {
        const started = this.#clock();
        try {
          const response = await inner.getResponse(request);
          await this.#recordResponse(name, started, response);
          return response;
        } catch (error) {
          await this.#recordResponse(name, started, undefined);
          throw error;
        }
      },
      getStreamedResponse: (request: ModelRequest) => inner.getStreamedResponse(request),
    };
  }

  async #observeWrites(write: StoreWrite): Promise<void> {
    const scope = this.#scope.getStore();
    if (scope === undefined || (write.kind !== 'run.open' && write.kind !== 'run.claim')) return;
    const runId = write.kind === 'run.open' ? write.run.run_id : write.run_id;
    scope.runId = runId;
    if (write.kind === 'run.open') await scope.onOpen?.(runId);
    scope.open();
    await scope.pendingWrites;
  }

  #recordResponse(model: string, started: number, response: ModelResponse | undefined): Promise<void> {
    const call = {
      started_at: new Date(started).toISOString(),
      ended_at: new Date(this.#clock()).toISOString(),
      model,
      input_tokens: response?.usage.inputTokens ?? 0,
      output_tokens: response?.usage.outputTokens ?? 0,
      cost_usd: 0,
      has_failed: response === undefined,
      answer: response === undefined ? '' : JSON.stringify(response.output),
    };
    return this.#recordInOrder((run_id) => this.#facts.addModelCall({ run_id, ...call }));
  }

  /** The first response of a model can arrive before its run is stored. Its record waits for that, the run does not. */
  async #recordInOrder(write: (runId: string) => Promise<void>): Promise<void> {
    const scope = this.#scope.getStore();
    if (scope === undefined) return;
    const { runId } = scope;
    scope.pendingWrites = scope.pendingWrites.then(() => this.#record(runId ?? scope.runId ?? '', write));
    if (runId !== undefined) await scope.pendingWrites;
  }

  async #record(runId: string, write: (runId: string) => Promise<void>): Promise<void> {
    try {
      await write(runId);
    } catch (error) {
      this.#onFailure(runId, error);
    }
  }
}
