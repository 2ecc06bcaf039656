import { setTimeout as sleep } from 'node:timers/promises';
import { approvalsOf } from '../approval/authority/require-verified-run.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { QUEUE_OWNER, type RunRecord } from '../contracts/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore } from '../store/state-store.ts';

/** Finds runs that wait for a person, and what they asked. */
export class WaitingRuns {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** The run, once it has come to rest. `answering` is the question that somebody is about to answer. */
  async find(runId: string, deciding?: string): Promise<RunRecord> {
    for (let poll = 0; ; poll += 1) {
      const run = await this.#store.getRun(runId);
      if (!run) throw new SekishoError('AGENTS-E-RUN-NOT-FOUND', `There is no run "${runId}" in this store.`);
      if (run.status === 'suspended') return run;
      if (run.status === 'running' && run.owner === QUEUE_OWNER) {
        throw new SekishoError(
          'AGENTS-E-RESUME-TOKEN',
          `Run ${runId} is decided and waits in the queue of application "${run.application}". A worker of that ` +
            'application continues it, or resumeWhenDecided(runId) in one of its processes.',
        );
      }
      if (poll >= MAX_POLLS || !(await this.#isAboutToSuspend(run, deciding))) {
        throw new SekishoError(
          'AGENTS-E-RESUME-TOKEN',
          `Run ${runId} is ${run.status} and does not wait for anybody.`,
        );
      }
      await sleep(POLL_MS);
    }
  }

  /** A run with several lost calls goes on when a person has spoken about each of them, or ended it. */
  async requireOutcomes(runId: string): Promise<void> {
    const requests = (await this.approvalsOf(runId)).filter(({ kind }) => kind === 'outcome');
    const open = requests.find(({ status }) => status === 'pending');
    if (!open || requests.some(({ status }) => status === 'denied')) return;
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      `Run ${runId} has another call whose outcome nobody has told yet. Answer ${open.approval_id} first, then try again.`,
    );
  }

  /** Everything that the run ever asked. */
  approvalsOf(runId: string): Promise<readonly HumanApprovalRequest[]> {
    return approvalsOf(this.#store, runId);
  }

  /** A question can be seen, and answered, a moment before the run that asked it has come to rest. */
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

// Two seconds in all; a call beside the question that takes longer makes the answer wait, and a token stays good.
const MAX_POLLS = 40;
const POLL_MS = 50;
