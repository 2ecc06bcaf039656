import { hasDynamicFunctionToolApprovalPolicy } from '@openai/agents-core/utils/internal';
import { tool as makeTool, type FunctionTool } from './upstream.ts';

type ApprovalPolicy = FunctionTool['needsApproval'];

/**
 * Makes upstream treat a policy function like `needsApproval: true | false`.
 * For a function as policy, upstream interrupts the run on malformed arguments and parses inputs twice. Upstream marks the
 * policy as static when its last read of the option returns no function, so the option returns the function twice and
 * `false` afterwards. `isStaticPolicy` returns whether this worked. If a later version of upstream reads the option
 * differently, the policy is dynamic and equally strict.
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

/** Returns true for `needsApproval: true | false` and for results of `asStaticPolicy`. */
export function isStaticPolicy(needsApproval: ApprovalPolicy): boolean {
  return !hasDynamicFunctionToolApprovalPolicy({ needsApproval });
}
