import { setTimeout as sleep } from 'node:timers/promises';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { QUEUE_OWNER, type RunRecord } from '../store/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore } from '../store/state-store.ts';
import { approvalsOf } from '../approval/authority/require-verified-run.ts';

/** Finds suspended runs and their approval requests. */
export class WaitingRuns {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Returns the run when it is suspended. `deciding` is the approval request that is about to be decided. */
  async find(runId: string, deciding?: string): Promise<RunRecord> {
    for (let poll = 0; ; poll += 1) {
      const run = await this.#store.getRun(runId);
      if (!run) throw new SekishoError('AGENTS-E-RUN-NOT-FOUND', `There is no run "${runId}" in this store.`);
      if (run.status === 'suspended') return run;
      if (run.status === 'running' && run.owner === QUEUE_OWNER) {
        throw new SekishoError(
          'AGENTS-E-RESUME-TOKEN',
          `Run ${runId} is decided and waits in the queue of application "${run.application}". A worker of that ` +
            'application resumes it, or resumeWhenDecided(runId) in one of its processes.',
        );
      }
      if (poll >= MAX_POLLS || !(await this.#isAboutToSuspend(run, deciding))) {
        throw new SekishoError(
          'AGENTS-E-RESUME-TOKEN',
          `Run ${runId} is ${run.status} and does not wait for a decision.`,
        );
      }
      await sleep(POLL_MS);
    }
  }

  /** Throws until a person has decided about each call with an unknown outcome, or aborted the run. */
  async requireOutcomes(runId: string): Promise<void> {
    const requests = (await this.approvalsOf(runId)).filter(({ kind }) => kind === 'outcome');
    const open = requests.find(({ status }) => status === 'pending');
    if (!open || requests.some(({ status }) => status === 'denied')) return;
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      `Run ${runId} has another call with an unknown outcome. Decide ${open.approval_id} first, then try again.`,
    );
  }

  /** Returns all approval requests of the run. */
  approvalsOf(runId: string): Promise<readonly HumanApprovalRequest[]> {
    return approvalsOf(this.#store, runId);
  }

  /** Returns whether the run is about to suspend: a request can be visible, and decided, shortly before the run is suspended. */
  async #isAboutToSuspend(
    { run_id, segment, status }: RunRecord,
    deciding: string | undefined,
  ): Promise<boolean> {
    if (status !== 'running') return false;
    const approvals = await this.approvalsOf(run_id);
    return approvals.some(
      (each) => each.turn === `${segment}` && (each.status !== 'pending' || each.approval_id === deciding),
    );
  }
}

// Two seconds in total. If another call of the run takes longer, the caller tries again; the token remains valid.
const MAX_POLLS = 40;
const POLL_MS = 50;
