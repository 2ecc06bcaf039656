import type { GateContext } from '../gate/safety-agent.ts';
import type { GateDecision } from '../wire/gate-decision.ts';
import type { ToolCallRequest } from '../wire/tool-call-request.ts';
import { canonicalJson } from '../checks/digest.ts';
import { coveredValues } from '../gate/covered-values.ts';
import { mayBeGranted } from '../approval/decisions/grants.ts';

/** What a grant for one call covers. */
export interface GrantCoverage {
  /** Agent, tool and values as text. Its keyed digest is stored. */
  readonly text: string;
  /** The paths of the arguments that may differ. */
  readonly mayDiffer: readonly string[];
  /** The texts that permissions for all addresses of a domain are bound to. */
  readonly patterns: readonly { readonly name: string; readonly pattern: string; readonly text: string }[];
}

/**
 * Returns what a grant for this call would cover, whichever judge decided, or undefined if every such call needs its own
 * approval. It is computed for the approval request and again for the lookup of a grant, so grants of a run that became
 * tainted in between are not usable.
 */
export function grantCoverage(
  { tool, args }: ToolCallRequest,
  { decision, agentName, context }: { decision: GateDecision; agentName: string; context: GateContext },
): GrantCoverage | undefined {
  if (!mayBeGranted(decision)) return undefined;
  const covered = coveredValues({
    tool,
    args,
    history: context.history,
    counters: context.counters,
    user: context.user,
  });
  // The host's judge may know less about the effect than the tool's manifest contains.
  if (!covered || !mayBeGranted({ risk_level: decision.risk_level, effect: covered.effect }))
    return undefined;
  const bind = (text: string) => canonicalJson([agentName, tool.id, tool.definition_digest, text]);
  return {
    text: `grant-v1\n${bind(covered.text)}`,
    mayDiffer: covered.mayDiffer,
    patterns: covered.patterns.map(({ name, pattern, text }) => ({
      name,
      pattern,
      text: `pattern-v1\n${bind(text)}`,
    })),
  };
}
