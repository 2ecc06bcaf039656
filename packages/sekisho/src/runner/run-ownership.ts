import { auditRecord } from '../audit/audit-record.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { resealContinuation } from './sealed-state.ts';
import type { SessionSettings } from './session-settings.ts';

/** Decides which runs this application may execute: those that it opened, and those that it is told to adopt. */
export class RunOwnership {
  readonly #settings: SessionSettings;
  readonly #adoptable: readonly string[];

  /** `adoptable` are the agents whose runs without an application, opened by version 0.1, continue here. */
  constructor(settings: SessionSettings, adoptable: readonly string[]) {
    this.#settings = settings;
    this.#adoptable = adoptable;
  }

  /** Whether processes of this application may execute the run. */
  mayExecute({ application, agent_name: agent }: RunRecord): boolean {
    return (
      application === this.#settings.application || (application === '' && this.#adoptable.includes(agent))
    );
  }

  /** Abandoned runs that this application may execute, as the store lists them. */
  async listAbandoned(limit: number, agents?: readonly string[]): Promise<readonly RunRecord[]> {
    const { store, application } = this.#settings;
    const own = await store.listAbandonedRuns(limit, { application, agents });
    if (this.#adoptable.length === 0 || own.length >= limit) return own;
    const names = this.#adoptable.filter((name) => agents?.includes(name) !== false);
    const others = await store.listAbandonedRuns(limit - own.length, { application: '', agents: names });
    return [...own, ...others];
  }

  /** The run as one of this application; adopts it if it has none and may be adopted. */
  async require(run: RunRecord): Promise<RunRecord> {
    const { application } = this.#settings;
    if (run.application === application) return run;
    if (this.mayExecute(run)) return this.#adopt(run);
    throw new SekishoError('AGENTS-E-RUN-APPLICATION', rejectionMessage(run, application));
  }

  async #adopt(run: RunRecord): Promise<RunRecord> {
    const { keyring, ledger, application } = this.#settings;
    const { run_id, epoch, agent_name: agent } = run;
    const state = resealContinuation(keyring, run, application);
    const record = auditRecord({ run_id, event: 'run.adopted', attempt: epoch }, { application, agent });
    const outcome = await ledger.commit([{ kind: 'run.adopt', run_id, epoch, application, state }], [record]);
    if (outcome.ok) return { ...run, application, state };
    throw new SekishoError('AGENTS-E-RUN-CONFLICT', `Run ${run_id} was taken over by another process.`);
  }
}

function rejectionMessage({ run_id, application, agent_name: agent }: RunRecord, own: string): string {
  return application === ''
    ? `Run ${run_id} of agent "${agent}" was opened by version 0.1, which recorded no application, so application "${own}" ` +
        `does not execute it. If it belongs here, pass createRunner({ adoptRuns: ['${agent}'] }).`
    : `Run ${run_id} belongs to application "${application}", and this process is application "${own}", so it does not ` +
        `execute the run. Continue it in a process of "${application}". If this is one, name it: ` +
        `createRunner({ application: '${application}' }) or SEKISHO_APPLICATION.`;
}
