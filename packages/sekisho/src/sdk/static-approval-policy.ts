import { hasDynamicFunctionToolApprovalPolicy } from '@openai/agents-core/utils/internal';
import { tool as makeTool, type FunctionTool } from './upstream.ts';

type ApprovalPolicy = FunctionTool['needsApproval'];

/**
 * Gives a policy function the standing of `needsApproval: true | false`.
 * Upstream treats a tool with a *function* as policy differently: malformed arguments then interrupt the run, and inputs
 * are parsed twice. Upstream marks the function it finds in the options as static when the option is no function at its
 * last look, so the option answers the function twice and nothing after that. `isStaticPolicy` tells whether it worked;
 * if a later version of upstream looks differently, the policy is dynamic and just as strict.
 */
export function asStaticPolicy(policy: ApprovalPolicy): ApprovalPolicy {
  let reads = 0;
  const made = makeTool({
    name: 'policy',
    description: '',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    execute: () => '',
    get needsApproval() {
      reads += 1;
      return reads <= 2 ? policy : false;
    },
  });
  return made.needsApproval;
}

/** True for `needsApproval: true | false` and for what `asStaticPolicy` made. */
export function isStaticPolicy(needsApproval: ApprovalPolicy): boolean {
  return !hasDynamicFunctionToolApprovalPolicy({ needsApproval });
}
