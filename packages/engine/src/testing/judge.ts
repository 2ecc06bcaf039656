import type { GateDecision, GateVerdict } from '../wire/gate-decision.ts';
import type { ToolCallRequest } from '../wire/tool-call-request.ts';
import { SafetyAgent } from '../gate/safety-agent.ts';

/** Creates a judge for tests: one decision for every call, or a decision per call. */
export function judge(verdict: GateVerdict | ((request: ToolCallRequest) => GateVerdict)): SafetyAgent {
  return new SafetyAgent(
    (_agent, request): GateDecision => ({
      decision: typeof verdict === 'function' ? verdict(request) : verdict,
      risk_level: 2,
      reason: 'The test says so.',
    }),
    { appliesProfile: true },
  );
}
