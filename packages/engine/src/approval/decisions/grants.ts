import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../../checks/digest.ts';
import type { Keyring } from '../../config/keyring.ts';
import type { GrantRecord } from '../../store/run-record.ts';
import type { GrantOffer, HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { isGrave } from '../../wire/tool-manifest.ts';
import { approvalError } from '../approval-error.ts';
import { plainText } from '../requests/displayed-call.ts';

/**
 * Permits the same agent to repeat the approved call in the same run without another approval request. Both scopes
 * cover exactly the displayed values; only arguments that the tool's manifest declares as content may differ.
 * `tool_and_destination` requires that the call has a destination. `host_policy` replaces only the tool's own
 * `needsApproval`: it covers further calls of the tool, with any values, that the gate allows by itself.
 */
export interface GrantRequest {
  readonly scope: 'run' | 'tool_and_destination' | 'host_policy';
  /** Default 3600, at most 30 days. */
  readonly ttlSec?: number | undefined;
  /** Default 20, at most 10,000. */
  readonly maxUses?: number | undefined;
}

/**
 * Returns whether an approval may include a grant. Payments, commands, changes of rights and calls of risk 5 always
 * need an approval.
 */
export function mayBeGranted({
  risk_level: risk,
  effect,
}: {
  readonly risk_level: number;
  readonly effect?: string | undefined;
}): boolean {
  return risk < 5 && !isGrave(effect);
}

/** Creates the grant that a person adds to an approval. */
export function grantFor(
  approval: HumanApprovalRequest,
  request: GrantRequest,
  { now, keyring }: { readonly now: number; readonly keyring: Pick<Keyring, 'digest'> },
): GrantRecord {
  const { destination } = approval;
  const { scope, ttlSec = 3600, maxUses = 20 } = request;
  if (!mayBeGranted(approval)) throw approvalError(NOT_GRANTABLE);
  if (scope === 'host_policy' && approval.asked_by !== 'host')
    throw approvalError(
      'The gate requires an approval of this call. A grant for the policy of the tool would not cover it.',
    );
  const offer =
    scope === 'host_policy' ? hostOffer(approval, (text) => keyring.digest(text)) : approval.grant_offer;
  if (offer === undefined)
    throw approvalError(
      `Approval ${approval.approval_id} offers no grant: untrusted text steers the model or asks for this call, the call carries a link, session data or a secret, or its arguments are too large. Approve without a grant.`,
    );
  const problem = requestProblem({ scope, ttlSec, maxUses }, destination);
  if (problem !== undefined) throw approvalError(problem);
  return {
    grant_id: `gr_${randomUUID()}`,
    run_id: approval.run_id,
    tool_id: approval.tool_id,
    definition_digest: approval.definition_digest,
    covered_digest: offer.covered_digest,
    covers: offer.covers,
    covers_ja: offer.covers_ja,
    destination: scope === 'tool_and_destination' ? (destination ?? null) : null,
    scope,
    granted_by: approval.approval_id,
    expires_at: new Date(now + ttlSec * 1000).toISOString(),
    uses_left: maxUses,
  };
}

const NOT_GRANTABLE =
  'Calls of risk 5, and calls that spend, execute or administer, need an approval each time, so no grant is possible. Approve without a grant.';

/** Returns what is wrong with the request, or undefined. It comes from outside, so any value is possible. */
function requestProblem(
  { scope, ttlSec, maxUses }: GrantRequest,
  destination: string | undefined,
): string | undefined {
  if (scope !== 'run' && scope !== 'tool_and_destination' && scope !== 'host_policy')
    return 'The scope of a grant must be "run", "tool_and_destination" or "host_policy".';
  if (scope === 'tool_and_destination' && destination === undefined)
    return 'This call has no destination that a grant could be limited to. Use the scope "run".';
  if (isWithin(ttlSec, MAX_TTL_SEC) && isWithin(maxUses, MAX_USES)) return undefined;
  return `A grant must have a duration of 1 to ${MAX_TTL_SEC} seconds and 1 to ${MAX_USES} uses, in whole numbers.`;
}

const MAX_TTL_SEC = 30 * 86_400;
const MAX_USES = 10_000;

/** Returns whether a value from outside is a whole number from 1 to the limit. */
export const isWithin = (value: unknown, limit: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limit;

/** Describes in both languages what a grant for a call would cover. */
export function grantOffer(call: {
  readonly agentName: string;
  readonly toolId: string;
  /** The paths of the arguments whose values may differ. */
  readonly mayDiffer: readonly string[];
  readonly digest: string;
  readonly patterns?: readonly { readonly name: string; readonly pattern: string; readonly digest: string }[];
}): GrantOffer {
  const agent = plainText(call.agentName, 100);
  const tool = plainText(call.toolId, 400);
  const shown = call.mayDiffer.slice(0, MAX_PATHS).map((path) => plainText(path, 60));
  const rest = call.mayDiffer.length - shown.length;
  const en = `Agent "${agent}" may call ${tool} again in this run with exactly the values that were displayed.`;
  const ja = `エージェント「${agent}」は、この実行中、表示された値のままであれば ${tool} を再度呼び出せます。`;
  const more = { en: rest > 0 ? ` and ${rest} more` : '', ja: rest > 0 ? ` ほか ${rest} 件` : '' };
  const content = {
    en: shown.length === 0 ? '' : ` Only the content of ${shown.join(', ')}${more.en} may differ.`,
    ja: shown.length === 0 ? '' : `変更できるのは ${shown.join('、')}${more.ja} の内容だけです。`,
  };
  const patterns = call.patterns?.map(({ name, pattern, digest }) => {
    const value = { name: plainText(name, 60), pattern: plainText(pattern, 200) };
    return {
      covered_digest: digest,
      covers: `Agent "${agent}" may call ${tool} with any address ${value.pattern} in ${value.name} and otherwise the values that were displayed.${content.en}`,
      covers_ja: `エージェント「${agent}」は、${value.name} が ${value.pattern} のアドレスで、ほかの値が表示どおりであれば ${tool} を呼び出せます。${content.ja}`,
    };
  });
  return {
    covered_digest: call.digest,
    covers: `${en}${content.en}`,
    covers_ja: `${ja}${content.ja}`,
    ...(patterns && patterns.length > 0 ? { patterns } : {}),
  };
}

const MAX_PATHS = 10;

/** The tool of an agent, as a grant for the tool's own policy identifies it. */
interface HostTool {
  readonly agent_name: string;
  readonly tool_id: string;
  readonly definition_digest: string;
}

/** Returns the text that a grant of the scope `host_policy` is bound to. Its keyed digest is stored. */
export function hostCoverage({ agent_name, tool_id, definition_digest }: HostTool): string {
  return `host-policy-v1\n${canonicalJson([agent_name, tool_id, definition_digest])}`;
}

/** Describes in both languages what such a grant covers. */
function hostOffer(tool: HostTool, digest: (text: string) => string): GrantOffer {
  const agent = plainText(tool.agent_name, 100);
  const name = plainText(tool.tool_id, 400);
  return {
    covered_digest: digest(hostCoverage(tool)),
    covers: `Agent "${agent}" may call ${name} in this run whenever the gate allows the call and only the tool itself asks for approval.`,
    covers_ja: `エージェント「${agent}」は、この実行中、ゲートが許可しツール自身だけが承認を求める場合に限り、${name} を呼び出せます。`,
  };
}
