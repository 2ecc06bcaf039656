import type { Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { HostApproval } from '../sdk/mediator.ts';
import type { PlannedCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';
import { hostProgram } from './host-decisions.ts';
import type { RunWriter } from './run-writer.ts';
import type { SessionSettings } from './session-settings.ts';
import type { ToolCallPipeline } from './tool-call-pipeline.ts';
import type { TurnPlanner } from './turn-planner.ts';

/**
 * Lets the host's `onApproval` answer open questions of one run, in the way in which a person answers them: what the prompt
 * does not show is read first, and the decision is stored with its MAC. Whoever answers first decides; a late answer
 * changes nothing.
 */
export class HostApprover {
  readonly #settings: Pick<SessionSettings, 'approvals' | 'ledger'>;
  readonly #planner: TurnPlanner;
  readonly #writer: RunWriter;
  readonly #pipeline: ToolCallPipeline;

  constructor(
    settings: SessionSettings,
    planner: TurnPlanner,
    writer: RunWriter,
    pipeline: ToolCallPipeline,
  ) {
    this.#settings = settings;
    this.#planner = planner;
    this.#writer = writer;
    this.#pipeline = pipeline;
  }

  mayDecide(call: PlannedCall): boolean {
    return this.#planner.requestForHost(call) !== undefined;
  }

  /** Gives the answer that counts: empty while the question is open. */
  async decide(
    scope: RunScope,
    call: PlannedCall,
    approver: () => Promise<HostApproval>,
  ): Promise<HostApproval> {
    const request = this.#planner.requestForHost(call);
    if (!request) return {};
    // The question is stored before anybody can answer it.
    await this.#writer.store({ writes: [], records: [], readsOnly: false }, 'none');
    const displayed = await this.#read(request);
    const decision = await approver().catch(async (failed: unknown) => {
      const plan = await this.#planner.applyHostDecision(scope, call, { failed });
      if (plan) await this.#writer.store(plan, 'none');
      throw failed;
    });
    if (decision.approve === undefined || !(await this.#store(request, decision, displayed))) return {};
    const status = decision.approve ? 'approved' : 'denied';
    const decided = { ...request, status, decided_by: BY, comment: commentOf(decision) } as const;
    await this.#writer.store(this.#planner.applyStoredDecision(call, decided), 'none');
    this.#pipeline.expect([call]);
    return decision;
  }

  /** Upstream's item holds the complete arguments; the log says that they were given to the host program. */
  async #read({ approval_id, display }: HumanApprovalRequest): Promise<string | undefined> {
    if (display === 'complete') return undefined;
    return (await this.#settings.approvals.read(approval_id, BY)).display_digest;
  }

  /** Stores the answer; false if somebody else decided before, or the question expired. */
  async #store(
    { approval_id: approvalId, run_id: runId, tool_id: tool }: HumanApprovalRequest,
    host: HostApproval,
    displayed: string | undefined,
  ): Promise<boolean> {
    const { approvals, ledger } = this.#settings;
    const decision = host.approve === true ? 'approve' : 'deny';
    const details = { by: BY, comment: commentOf(host), displayed };
    try {
      const writes = await approvals.prepareDecision({ runId, approvalId, decision, details });
      if ((await ledger.commit(writes, [])).ok) return true;
      warn(tool, 'Somebody else decided in the meantime.');
    } catch (error) {
      if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-APPROVAL-INVALID') throw error;
      warn(tool, error.message);
    }
    return false;
  }
}

const BY: Approver = hostProgram('onApproval');
const MAX_COMMENT = 2000;

const commentOf = ({ reason }: HostApproval) => reason?.slice(0, MAX_COMMENT);

function warn(tool: string, why: string): void {
  process.emitWarning(`The answer of onApproval about a call of ${tool} does not count. ${why}`, {
    code: 'AGENTS-E-APPROVAL-INVALID',
  });
}
