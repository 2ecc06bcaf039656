import { SekishoError, type AgentRunner, type HumanApprovalRequest } from 'sekisho';
import { readLedger } from './soak-office.ts';

/** A process that lost its run may still be in the middle of a call; whoever looks at once sees too little. */
const LOOK_AFTER_MS = 4_000;

/** An honest person: says yes, sometimes no, and after a crash looks at the world before saying what became of a call. */
export class SoakPerson {
  readonly #runner: AgentRunner;
  readonly #folder: string;
  readonly #firstSeen = new Map<string, number>();
  /** The job of each run. */
  readonly jobs = new Map<string, number>();
  /** Jobs whose sending was refused: it must never happen. */
  readonly refusedJobs = new Set<number>();
  outcomes = 0;

  constructor(runner: AgentRunner, folder: string) {
    this.#runner = runner;
    this.#folder = folder;
  }

  async answerAll(): Promise<void> {
    for (const approval of await this.#runner.getPendingApprovals()) {
      const seen = this.#firstSeen.get(approval.approval_id) ?? performance.now();
      this.#firstSeen.set(approval.approval_id, seen);
      if (approval.kind === 'outcome' && performance.now() - seen < LOOK_AFTER_MS) continue;
      try {
        const token = await this.#answer(approval);
        await this.#runner.segments.resume(token);
      } catch (error) {
        // Answered runs that nobody continues are continued by a worker; unanswered ones are seen again.
        if (!(error instanceof SekishoError)) throw error;
      }
    }
  }

  async #answer({
    approval_id: id,
    run_id: runId,
    kind,
    tool_id: tool,
  }: HumanApprovalRequest): Promise<string> {
    const by = { id: 'coordinator' };
    const job = this.jobs.get(runId) ?? Number.NaN;
    if (kind === 'outcome') {
      const happened = readLedger(this.#folder).includes(`${job} ${tool}`);
      const { token } = await this.#runner.resolveOutcome(id, happened ? 'done' : 'retry', { by });
      this.outcomes += 1;
      return token;
    }
    const isRefused = job % 10 === 3;
    if (isRefused) this.refusedJobs.add(job);
    return (await this.#runner.submitApproval(id, isRefused ? 'deny' : 'approve', { by })).token;
  }
}
