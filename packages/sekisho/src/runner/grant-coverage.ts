import { mayBeGranted } from '../approval/grant-for.ts';
import { canonicalJson } from '../contracts/canonical-json.ts';
import type { GateDecision } from '../contracts/gate-decision.ts';
import type { ToolCallRequest } from '../contracts/tool-call-request.ts';
import { coveredValues } from '../gate/covered-values.ts';
import type { GateContext } from '../gate/safety-agent.ts';

/** What a grant for one call is bound to. */
export interface GrantCoverage {
  /** Agent, tool and values as text; the keyed digest of it is stored. */
  readonly text: string;
  /** The paths of the arguments that may differ. */
  readonly mayDiffer: readonly string[];
}

/**
 * What a grant for this call would cover, whichever judge decided; undefined when the call has to be asked about each time.
 * It is computed when the person is asked and again when a grant is looked for, so a run in which untrusted text began to
 * steer the model in between has no usable grants.
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
  // A judge of the host's may know less about the effect than the tool's manifest does.
  if (!covered || !mayBeGranted({ risk_level: decision.risk_level, effect: covered.effect }))
    return undefined;
  const bound = [agentName, tool.id, tool.definition_digest, covered.text];
  return { text: `grant-v1\n${canonicalJson(bound)}`, mayDiffer: covered.mayDiffer };
}
