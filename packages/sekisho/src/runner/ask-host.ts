import type { Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { HostAnswer } from '../sdk/mediator.ts';
import { hostProgram } from './host-decisions.ts';
import type { SessionSettings } from './session-settings.ts';

/** What the host answered, and the request as it is stored since; no request while the question is open. */
export interface AskedHost {
  readonly answer: HostAnswer;
  readonly approval?: HumanApprovalRequest | undefined;
}

/**
 * Lets the host's approver answer one question, in the way in which a person answers it: what the prompt does not show is
 * read first, and the decision is stored with its MAC. Whoever answers first decides; a late answer changes nothing.
 */
export async function askHost(
  { approvals, ledger }: Pick<SessionSettings, 'approvals' | 'ledger'>,
  question: HumanApprovalRequest,
  approver: () => Promise<HostAnswer>,
): Promise<AskedHost> {
  const { approval_id: approvalId, run_id: runId, display } = question;
  // Upstream's item holds the complete arguments; the log says that they were given to the host program.
  const displayed = display === 'complete' ? undefined : (await approvals.read(approvalId, BY)).display_digest;
  const answer = await approver();
  if (answer.approve === undefined) return { answer };
  const decision = answer.approve ? 'approve' : 'deny';
  const comment = answer.reason?.slice(0, MAX_COMMENT);
  try {
    const details = { by: BY, comment, displayed };
    const writes = await approvals.prepareDecision({ runId, approvalId, decision, details });
    if (!(await ledger.commit(writes, [])).ok) return late(question, 'Somebody else decided in the meantime.');
  } catch (error) {
    if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-APPROVAL-INVALID') throw error;
    return late(question, error.message);
  }
  const status = answer.approve ? 'approved' : 'denied';
  return { answer, approval: { ...question, status, decided_by: BY, comment } };
}

const BY: Approver = hostProgram('onApproval');
const MAX_COMMENT = 2000;

function late({ tool_id: tool }: HumanApprovalRequest, why: string): AskedHost {
  process.emitWarning(`The answer of onApproval about a call of ${tool} does not count. ${why}`, {
    code: 'AGENTS-E-APPROVAL-INVALID',
  });
  return { answer: {} };
}
