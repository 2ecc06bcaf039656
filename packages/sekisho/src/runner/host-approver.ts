import { type Approver, type HumanApprovalRequest, SekishoError } from '@sekisho/engine';
import type { HostApproval } from '../sdk/mediator.ts';
import type { PlannedCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';
import { hostProgram } from './host-decisions.ts';
import type { RunWriter } from './run-writer.ts';
import type { SessionSettings } from './session-settings.ts';
import type { ToolCallPipeline } from './tool-call-pipeline.ts';
import type { TurnPlanner } from './turn-planner.ts';

/**
 * Lets the host's `onApproval` decide pending approval requests of one run, with the same steps as a person: values that
 * the prompt does not show are read first, and the decision is stored with its MAC. The first decision counts; a later one
 * has no effect.
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

  /** Calls the approver. Returns the effective decision, which is empty while the request is pending. */
  async decide(
    scope: RunScope,
    call: PlannedCall,
    approver: () => Promise<HostApproval>,
  ): Promise<HostApproval> {
    const request = this.#planner.requestForHost(call);
    if (!request) return {};
    // The request is stored before it can be decided.
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

  /** Records in the log that the host program received the complete arguments, which upstream's item contains. */
  async #read({ approval_id, display }: HumanApprovalRequest): Promise<string | undefined> {
    if (display === 'complete') return undefined;
    return (await this.#settings.approvals.read(approval_id, BY)).display_digest;
  }

  /** Stores the decision. Returns false if another decision was stored before, or the request expired. */
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
      warn(tool, 'Another decision was stored in the meantime.');
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
  process.emitWarning(`The decision of onApproval about a call of ${tool} has no effect. ${why}`, {
    code: 'AGENTS-E-APPROVAL-INVALID',
  });
}
