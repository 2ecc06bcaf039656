import type { RunRecord } from '../store/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { auditRecord } from '../audit/audit-record.ts';
import { resealContinuation } from './continuation.ts';
import type { EngineContext } from '../durable/engine-context.ts';

/** Determines which runs this application may execute: those that it started, and those that it may adopt. */
export class RunOwnership {
  readonly #context: EngineContext;
  readonly #adoptable: readonly string[];

  /** `adoptable` contains the agents whose runs of version 0.1, which have no application, this application may resume. */
  constructor(context: EngineContext, adoptable: readonly string[]) {
    this.#context = context;
    this.#adoptable = adoptable;
  }

  /** Returns whether processes of this application may execute the run. */
  mayExecute({ application, agent_name: agent }: RunRecord): boolean {
    return (
      application === this.#context.application || (application === '' && this.#adoptable.includes(agent))
    );
  }

  /** Returns orphaned runs that this application may execute, in the order of the store. */
  async listAbandoned(limit: number, agents?: readonly string[]): Promise<readonly RunRecord[]> {
    const { store, application } = this.#context;
    const own = await store.listAbandonedRuns(limit, { application, agents });
    if (this.#adoptable.length === 0 || own.length >= limit) return own;
    const names = this.#adoptable.filter((name) => agents?.includes(name) !== false);
    const others = await store.listAbandonedRuns(limit - own.length, { application: '', agents: names });
    return [...own, ...others];
  }

  /** Returns whether the run is orphaned or queued, and this application may execute it. */
  async isAbandoned({ run_id }: RunRecord): Promise<boolean> {
    const [found] = await this.#context.store.listAbandonedRuns(1, { run_id });
    return found?.run_id === run_id && this.mayExecute(found);
  }

  /** Returns the run as one of this application. Adopts a run without an application if that is permitted. */
  async require(run: RunRecord): Promise<RunRecord> {
    const { application } = this.#context;
    if (run.application === application) return run;
    if (this.mayExecute(run)) return this.#adopt(run);
    throw new SekishoError('AGENTS-E-RUN-APPLICATION', rejectionMessage(run, application));
  }

  async #adopt(run: RunRecord): Promise<RunRecord> {
    const { keyring, ledger, application } = this.#context;
    const { run_id, epoch, agent_name: agent } = run;
    const state = resealContinuation(keyring, run, application);
    const record = auditRecord({ run_id, event: 'run.adopted', attempt: epoch }, { application, agent });
    const outcome = await ledger.commit([{ kind: 'run.adopt', run_id, epoch, application, state }], [record]);
    if (outcome.ok) return { ...run, application, state };
    throw new SekishoError('AGENTS-E-RUN-CONFLICT', `Run ${run_id} was claimed by another process.`);
  }
}

function rejectionMessage({ run_id, application, agent_name: agent }: RunRecord, own: string): string {
  return application === ''
    ? `Run ${run_id} of agent "${agent}" was started by version 0.1, which recorded no application, so application "${own}" ` +
        `does not execute it. If it belongs to this application, pass createRunner({ adoptRuns: ['${agent}'] }).`
    : `Run ${run_id} belongs to application "${application}", and this process is application "${own}", so it does not ` +
        `execute the run. Resume it in a process of "${application}". If this process belongs to that application, set its name: ` +
        `createRunner({ application: '${application}' }) or SEKISHO_APPLICATION.`;
}
