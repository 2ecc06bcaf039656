import type { HumanApprovalRequest } from 'sekisho';
import { ConsoleError, type ConsoleErrorCode } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { Resumption, ResumeService } from '../runs/resume-service.ts';
import type { ApprovalService } from './approval-service.ts';
import type { ManyDecisions } from './decision-schemas.ts';
import { summarizeApproval, type ApprovalSummary } from './approval-view.ts';

/** The result of each decision, and how the runs continue. */
export type ManyResults = {
  results: (
    | { approval_id: string; outcome: 'decided'; approval: ApprovalSummary }
    | {
        approval_id: string;
        outcome: 'refused';
        code: ConsoleErrorCode;
        title: string;
        facts: Record<string, unknown>;
      }
  )[];
  resume: Resumption;
};

/** Decides several approval requests and resumes each run once, after its last decision. */
export async function decideMany(
  approvals: readonly HumanApprovalRequest[],
  request: ManyDecisions,
  context: {
    approvalService: ApprovalService;
    resume: ResumeService;
    identity: Identity;
    clock: () => number;
  },
): Promise<ManyResults> {
  const { approvalService, resume, identity, clock } = context;
  const { decision, comment } = request;
  const seen = new Map(request.items.map((item) => [item.approval_id, item]));
  const results: ManyResults['results'] = [];
  const tokens = new Map<string, string>();
  for (const approval of approvals) {
    const { approval_id, run_id } = approval;
    try {
      const { action_digest = '', displayed } = seen.get(approval_id) ?? {};
      // The values of these calls are displayed, not what an approval of each would permit for the rest of its run.
      const answer = { decision, comment, action_digest, displayed, values_once: true };
      tokens.set(run_id, await approvalService.submit(approval, answer, identity));
      const decided = summarizeApproval(await approvalService.find(approval_id), clock());
      results.push({ approval_id, outcome: 'decided', approval: decided });
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error;
      const { code, message: title, facts } = error;
      results.push({ approval_id, outcome: 'refused', code, title, facts: { ...facts } });
    }
  }
  const resumed = new Set<Resumption>();
  for (const [runId, token] of tokens) resumed.add(await resume.afterDecision(runId, token));
  return {
    results,
    resume:
      (['offline', 'started', 'waiting', 'elsewhere'] as const).find((each) => resumed.has(each)) ??
      'waiting',
  };
}

/** Rejects a batch that a person cannot review as one: different tools, a high risk, or requests of another kind. */
export function checkBatch(approvals: readonly HumanApprovalRequest[]): void {
  const tools = new Set(approvals.map(({ tool_id, definition_digest: digest }) => `${tool_id} ${digest}`));
  if (tools.size > 1) throw notBatchable('different_tools');
  if (approvals.some(({ kind }) => kind !== 'call')) throw notBatchable('kind');
  if (approvals.some(({ risk_level: risk }) => risk >= 4)) throw notBatchable('risk');
}

/**
 * Rejects decisions on a turn that do not match its open requests, or that include a request that needs typed
 * confirmation.
 */
export function checkTurn(open: readonly HumanApprovalRequest[], { items, decision }: ManyDecisions): void {
  const named = new Set(items.map(({ approval_id: id }) => id));
  const ids = open.map(({ approval_id: id }) => id);
  if (named.size !== ids.length || !ids.every((id) => named.has(id))) {
    throw new ConsoleError(
      'TurnChanged',
      'The open approval requests of this turn are not those that were displayed. Read them again.',
      { approval_ids: ids },
    );
  }
  if (decision === 'approve' && open.some(({ risk_level: risk }) => risk >= 5)) {
    throw new ConsoleError('NotBatchable', 'A call of risk 5 must be approved individually.', {
      why: 'risk',
    });
  }
  if (open.some(({ kind }) => kind !== 'call')) {
    throw new ConsoleError('NotBatchable', 'A call whose outcome is unknown must be decided individually.', {
      why: 'kind',
    });
  }
}

const notBatchable = (why: string) =>
  new ConsoleError('NotBatchable', 'A batch can only contain calls of one tool with a risk below 4.', {
    why,
  });
