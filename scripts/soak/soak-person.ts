import { SekishoError, type AgentRunner, type HumanApprovalRequest } from 'sekisho';
import { readLedger } from './soak-office.ts';

/** A process that lost its run may still be in the middle of a call; whoever looks at once sees too little. */
const LOOK_AFTER_MS = 4_000;

/** An honest person: says yes, sometimes no, and after a crash looks at the world before saying what became of a call. */
export class SoakPerson {
  readonly #runner: AgentRunner;
  readonly #folder: string;
  readonly #firstSeen = new Map<string, number>();
  readonly #jobs = new Map<string, number>();
  /** Jobs whose letters were refused: they must never happen. */
  readonly refusedJobs = new Set<number>();
  outcomes = 0;
  readonly #isCareless: boolean;

  /** A careless one says that every lost call may run again without looking, which a soak must notice. */
  constructor(runner: AgentRunner, folder: string, isCareless: boolean) {
    this.#runner = runner;
    this.#folder = folder;
    this.#isCareless = isCareless;
  }

  /** The job of a run, from the arguments in the log: who started it may have been told that the store is away. */
  async jobOf(runId: string): Promise<number> {
    const known = this.#jobs.get(runId);
    if (known !== undefined) return known;
    const [decision] = await this.#runner.getExecutionLogs({ runId, event: 'gate.decision', limit: 1 });
    const job = Number(/"job":(\d+)/.exec(String(decision?.data['args']))?.[1]);
    this.#jobs.set(runId, job);
    return job;
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
