import { AsyncLocalStorage } from 'node:async_hooks';
import type { Model, ModelRequest, ModelResponse, StateStore, StoreWrite } from 'sekisho';
import type { ConsoleStore } from '../../application/console/console-store.ts';
import type { CarryOut } from './demo/demo-agents.ts';

type Scope = { runId?: string; onOpen?: (runId: string) => void };

/** Notes what the models and tools of this server's runs answer, so that a run can be shown and replayed. */
export class RunRecorder {
  readonly #console: ConsoleStore;
  readonly #clock: () => number;
  readonly #scope = new AsyncLocalStorage<Scope>();

  constructor(console: ConsoleStore, clock: () => number) {
    this.#console = console;
    this.#clock = clock;
  }

  /** Whatever `act` runs is noted; `onOpen` hears the id of a run as soon as it is in the store. */
  during<T>(act: () => T, onOpen?: (runId: string) => void): T {
    return this.#scope.run(onOpen ? { onOpen } : {}, act);
  }

  /** The same store; the recorder learns from its writes which run goes on, and `onLog` that something was logged. */
  watch(store: StateStore, onLog: () => void): StateStore {
    const commit = async (writes: readonly StoreWrite[]) => {
      const outcome = await store.commit(writes);
      if (!outcome.ok) return outcome;
      for (const write of writes) this.#learn(write);
      if (writes.some(({ kind }) => kind === 'log.append')) onLog();
      return outcome;
    };
    return {
      durable: store.durable,
      commit,
      getRun: (runId) => store.getRun(runId),
      listRuns: (filter) => store.listRuns(filter),
      listAbandonedRuns: (limit, agents) => store.listAbandonedRuns(limit, agents),
      getSteps: (runId, segment) => store.getSteps(runId, segment),
      getEffects: (runId) => store.getEffects(runId),
      getApproval: (approvalId) => store.getApproval(approvalId),
      listApprovals: (filter) => store.listApprovals(filter),
      listGrants: (runId) => store.listGrants(runId),
      queryLogs: (query) => store.queryLogs(query),
      lastLog: () => store.lastLog(),
      close: () => store.close(),
    };
  }

  /** The same model, with each of its answers noted. */
  model(inner: Model, name: string): Model {
    return {
      getResponse: async (request) => {
        const started = this.#clock();
        try {
          const response = await inner.getResponse(request);
          this.#noteAnswer(name, started, response);
          return response;
        } catch (error) {
          this.#noteAnswer(name, started, undefined);
          throw error;
        }
      },
      getStreamedResponse: (request: ModelRequest) => inner.getStreamedResponse(request),
    };
  }

  /** The same way to carry out a call, with each result noted. */
  carryOut(inner: CarryOut): CarryOut {
    return async (toolId, args) => {
      const output = await inner(toolId, args);
      const run_id = this.#scope.getStore()?.runId;
      if (run_id !== undefined) {
        this.#console.addToolOutput({
          run_id,
          tool_id: toolId,
          args: JSON.stringify(args),
          output: JSON.stringify(output ?? null),
        });
      }
      return output;
    };
  }

  #learn(write: StoreWrite): void {
    const scope = this.#scope.getStore();
    if (scope === undefined) return;
    if (write.kind === 'run.claim') scope.runId = write.run_id;
    if (write.kind !== 'run.open') return;
    scope.runId = write.run.run_id;
    scope.onOpen?.(write.run.run_id);
  }

  #noteAnswer(model: string, started: number, response: ModelResponse | undefined): void {
    const run_id = this.#scope.getStore()?.runId;
    if (run_id === undefined) return;
    this.#console.addModelCall({
      run_id,
      started_at: new Date(started).toISOString(),
      ended_at: new Date(this.#clock()).toISOString(),
      model,
      input_tokens: response?.usage.inputTokens ?? 0,
      output_tokens: response?.usage.outputTokens ?? 0,
      cost_usd: 0,
      has_failed: response === undefined,
      answer: response === undefined ? '' : JSON.stringify(response.output),
    });
  }
}
