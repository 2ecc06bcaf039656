import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { plainText } from '../requests/displayed-call.ts';

/** A permission that repeated approvals suggest. An administrator confirms it, or not. */
export interface PermissionProposal {
  readonly agent_name: string;
  readonly tool_id: string;
  readonly covered_digest: string;
  readonly covers: string;
  readonly covers_ja: string;
  /** Whether it covers the addresses of a domain instead of exact values. */
  readonly is_pattern: boolean;
  /** The number of approval requests that it would have saved. */
  readonly questions_saved: number;
  /** The number of requests that people denied and that it would have allowed. */
  readonly denied_allowed: number;
  /** Some of the approvals. */
  readonly approvals: readonly { readonly approval_id: string; readonly run_id: string }[];
}

/** How often people must have approved such calls, in how many runs. */
const MIN_APPROVALS = 3;
const MIN_RUNS = 2;
const MAX_NAMED = 10;

/**
 * Finds values that people approved repeatedly in several runs. A pattern is proposed only if no single value explains the
 * approvals, and nothing is proposed that people denied as often as they approved it.
 */
export function proposalsOf(approvals: readonly HumanApprovalRequest[]): readonly PermissionProposal[] {
  const groups = new Map<string, Group>();
  for (const approval of approvals) {
    const { kind, asked_by, grant_offer: offer } = approval;
    if (kind !== 'call' || asked_by === 'host' || offer === undefined) continue;
    add(groups, offer.covered_digest, { ...offer, isPattern: false }, approval, offer.covered_digest);
    for (const pattern of offer.patterns ?? [])
      add(groups, pattern.covered_digest, { ...pattern, isPattern: true }, approval, offer.covered_digest);
  }
  return [...groups.values()]
    .filter(({ approved, denied, offer, exact }) => {
      const runs = new Set(approved.map(({ run_id }) => run_id));
      const isRepeated = approved.length >= MIN_APPROVALS && runs.size >= MIN_RUNS;
      return isRepeated && denied < approved.length && (!offer.isPattern || exact.size > 1);
    })
    .map(({ offer, approved, denied, first }) => ({
      agent_name: first.agent_name,
      tool_id: first.tool_id,
      covered_digest: offer.covered_digest,
      ...sentences(offer, first),
      is_pattern: offer.isPattern,
      questions_saved: approved.length,
      denied_allowed: denied,
      approvals: approved.slice(0, MAX_NAMED).map(({ approval_id, run_id }) => ({ approval_id, run_id })),
    }))
    .toSorted((one, other) => other.questions_saved - one.questions_saved);
}

/** The administrator has not seen the requests, so the sentences contain the values. Content may differ from the example. */
function sentences(
  { isPattern, covers, covers_ja }: Offer,
  { agent_name, tool_id, args_masked }: HumanApprovalRequest,
) {
  const values = plainText(args_masked, 600);
  if (isPattern) return { covers: `${covers} Example: ${values}`, covers_ja: `${covers_ja}例: ${values}` };
  const agent = plainText(agent_name, 100);
  const tool = plainText(tool_id, 400);
  return {
    covers: `Agent "${agent}" may call ${tool} in every run with ${values}. Only text that the manifest declares as content may differ.`,
    covers_ja: `エージェント「${agent}」は、すべての実行で ${tool} を次の値で呼び出せます: ${values}。異なってよいのは、マニフェストで content と宣言された文章だけです。`,
  };
}

type Offer = { covered_digest: string; covers: string; covers_ja: string; isPattern: boolean };

interface Group {
  readonly offer: Offer;
  readonly first: HumanApprovalRequest;
  readonly approved: HumanApprovalRequest[];
  readonly exact: Set<string>;
  denied: number;
}

function add(
  groups: Map<string, Group>,
  digest: string,
  offer: Offer,
  approval: HumanApprovalRequest,
  exact: string,
): void {
  const group = groups.get(digest) ?? { offer, first: approval, approved: [], exact: new Set(), denied: 0 };
  groups.set(digest, group);
  if (approval.status === 'denied') group.denied += 1;
  // An edited call had other values, and a program that approves automatically has not looked at them.
  if (approval.status !== 'approved' || approval.edited_args !== undefined) return;
  if (approval.decided_by?.kind === 'host') return;
  group.approved.push(approval);
  group.exact.add(exact);
}
