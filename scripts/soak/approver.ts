import { SekishoError, type AgentRunner, type HumanApprovalRequest } from 'sekisho';
import { readLedger } from './soak-runner.ts';

/** A process that lost its run may still execute a call, so the ledger is read only after this time. */
const OUTCOME_DELAY_MS = 4_000;

/** Approves requests, denies some, and after a crash reads the ledger before it resolves the outcome of a call. */
export class SoakApprover {
  readonly #runner: AgentRunner;
  readonly #folder: string;
  readonly #firstSeen = new Map<string, number>();
  readonly #jobs = new Map<string, number>();
  /** Jobs whose calls were denied; these calls must never be executed. */
  readonly refusedJobs = new Set<number>();
  outcomes = 0;
  readonly #isCareless: boolean;

  /** A careless approver lets every lost call run again without reading the ledger; a soak must detect that. */
  constructor(runner: AgentRunner, folder: string, isCareless: boolean) {
    this.#runner = runner;
    this.#folder = folder;
    this.#isCareless = isCareless;
  }

  /** The job of a run, from the arguments in the log, because starting the run may have failed after it was stored. */
  async jobOf(runId: string): Promise<number> {
    const known = this.#jobs.get(runId);
    if (known !== undefined) return known;
    const [decision] = await this.#runner.getExecutionLogs({ runId, event: 'gate.decision', limit: 1 });
    const job = Number(/"job":(\d+)/.exec(String(decision?.data['args']))?.[1]);
    this.#jobs.set(runId, job);
    return job;
  }

  async decideAll(): Promise<void> {
    for (const approval of await this.#runner.getPendingApprovals()) {
      const seen = this.#firstSeen.get(approval.approval_id) ?? performance.now();
      this.#firstSeen.set(approval.approval_id, seen);
      if (approval.kind === 'outcome' && performance.now() - seen < OUTCOME_DELAY_MS) continue;
      try {
        const token = await this.#decide(approval);
        await this.#runner.segments.resume(token);
      } catch (error) {
        // A worker resumes decided runs; undecided ones are listed again.
        if (!(error instanceof SekishoError)) throw error;
      }
    }
  }

  async #decide({
    approval_id: id,
    run_id: runId,
    kind,
    tool_id: tool,
  }: HumanApprovalRequest): Promise<string> {
    const by = { id: 'coordinator' };
    const job = await this.jobOf(runId);
    if (kind === 'outcome') {
      const happened = !this.#isCareless && readLedger(this.#folder).includes(`${job} ${tool}`);
      const { token } = await this.#runner.resolveOutcome(id, happened ? 'done' : 'retry', { by });
      this.outcomes += 1;
      return token;
    }
    const isRefused = job % 10 === 3;
    if (isRefused) this.refusedJobs.add(job);
    return (await this.#runner.submitApproval(id, isRefused ? 'deny' : 'approve', { by })).token;
  }
}
