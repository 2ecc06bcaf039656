import { SekishoError, type ToolKind } from '@sekisho/engine';
import type { HostPolicy } from '@sekisho/engine/integration';
import { hasDynamicFunctionToolApprovalPolicy } from '@openai/agents-core/utils/internal';
import { ambientScope, runBody, type GatedCall, type RunScope } from './run-scope.ts';
import { shallowCopy } from './read-value.ts';
import { gatedCopy, toolRecord, registeredTool, registerTool, type ToolGate } from './records.ts';
import { tool as makeTool, type AnyFunctionTool, type Tool } from './upstream.ts';

type Policy = AnyFunctionTool['needsApproval'];
type Invoke = AnyFunctionTool['invoke'];

/**
 * Returns a copy of a function tool whose calls pass the gate. `invoke` stays the same function object, because upstream
 * uses it as the key for the target of an MCP call and for the parser of the input.
 */
export function gateFunctionTool(tool: AnyFunctionTool): Tool {
  if (toolRecord(tool).gate) return tool;
  return gatedCopy(tool, () => {
    const { properties, gateOf } = createGate(tool, refuseOutside);
    const copy = shallowCopy(tool, properties);
    return { copy, gate: gateOf(copy) };
  });
}

/**
 * Gates a tool without a copy, for tools that upstream identifies by their object (agents as tools, tools from a search).
 * Outside of gated runs such a tool behaves like the unmodified tool.
 */
export function gateInPlace(tool: AnyFunctionTool, kind?: ToolKind): AnyFunctionTool {
  if (toolRecord(tool).gate) return tool;
  // The creator may have registered more details, for example for a skill that an agent executes.
  if (kind && !registeredTool(tool.invoke)) registerTool(tool.invoke, { id: tool.name, kind });
  const { properties, gateOf } = createGate(tool);
  Object.defineProperties(tool, properties);
  toolRecord(tool).gate = gateOf(tool);
  return tool;
}

/** Returns the tool's own approval policy, or `per_call` if it depends on the call. */
export async function hostPolicyOf(tool: AnyFunctionTool): Promise<HostPolicy> {
  const policy: Policy = toolRecord(tool).gate?.policy?.() ?? tool.needsApproval;
  if (isDynamic(policy)) return 'per_call';
  return (await Reflect.apply(policy, undefined, [])) ? 'always' : 'never';
}

/** Returns whether upstream has to suspend the run for this call. Throws for a call that was not planned. */
export async function requiresApproval(
  scope: RunScope,
  callId: string,
  host: () => Promise<boolean>,
): Promise<boolean> {
  const call = scope.calls.get(callId);
  if (!call) throw scope.refuse({ callId }, UNDECIDED);
  if (scope.mediator.stageOf(call.key)?.stage === 'host_policy') {
    const needsApproval = await orRecordFailure(scope, call, host);
    await scope.mediator.applyHostDecision(call, needsApproval ? 'ask' : 'allow');
  }
  return scope.mediator.stageOf(call.key)?.stage === 'waiting';
}

/** The reason against a call that the model was not asked about. */
export const UNDECIDED = 'The call was never decided by the gate.';

/** Calls a function of the host. If it fails, the call does not run and the audit log contains the reason. */
async function orRecordFailure<T>(scope: RunScope, call: GatedCall, host: () => Promise<T>): Promise<T> {
  try {
    return await host();
  } catch (failed) {
    await scope.mediator.applyHostDecision(call, { failed });
    throw failed;
  }
}

interface Armed {
  readonly scope: RunScope;
  readonly call: GatedCall;
}

/**
 * Creates the gated properties for a copy of a tool or the tool itself, and the gate of the object that receives them.
 * `outside` replaces the policy of the tool outside of gated runs.
 */
function createGate(tool: AnyFunctionTool, outside?: Policy) {
  const { invoke } = tool;
  let policy = tool.needsApproval;
  let gated = gatedPolicy(policy);
  let armed: Armed | undefined;
  const readPolicy = () => (ambientScope.getStore() ? gated : (outside ?? policy));
  const setPolicy = (given: Policy) => {
    policy = given;
    gated = gatedPolicy(given);
  };
  const readInvoke = () => (armed ? throughGate(invoke, tool, armed) : invoke);
  const shown = { enumerable: true, configurable: true };
  return {
    properties: {
      needsApproval: { get: readPolicy, set: setPolicy, ...shown },
      invoke: { get: readInvoke, ...shown },
    },
    gateOf: (target: Tool): ToolGate => ({
      isIntact: () => Object.getOwnPropertyDescriptor(target, 'invoke')?.get === readInvoke,
      arm: (scope, call) => {
        armed = { scope, call };
        queueMicrotask(() => {
          armed = undefined;
        });
      },
      policy: () => policy,
    }),
  };
}

const refuseOutside: Policy = () => {
  throw new SekishoError(
    'AGENTS-E-GATE-DENIED',
    'A tool of a gated run was called outside of the run. Resume the run with run() or resumeRun() of this package.',
  );
};

/**
 * Returns the policy of a tool inside gated runs. Upstream asks `isToolApproved` first, which permits every call that the
 * gate has decided. So a static policy is replaced by a static policy that always asks: it is reached only by calls that
 * wait for a person. A function as policy stays one, because the gate leaves a call with the stage `host_policy` to it.
 * The difference matters to upstream, which interrupts the run on malformed arguments of a tool with a function as policy.
 */
function gatedPolicy(policy: Policy): Policy {
  if (!isDynamic(policy)) return (alwaysAsk ??= createStaticPolicy());
  return async (runContext, input, callId) => {
    const scope = ambientScope.getStore();
    if (!scope) return refuseOutside(runContext, input, callId);
    return requiresApproval(scope, callId ?? '', () => policy(runContext, input, callId));
  };
}

/** Upstream recognizes only its own functions as static policies. */
let alwaysAsk: Policy | undefined;

function createStaticPolicy(): Policy {
  const made = makeTool({
    name: 'policy',
    description: '',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    execute: () => '',
    needsApproval: true,
  });
  return made.needsApproval;
}

const isDynamic = (needsApproval: Policy) => hasDynamicFunctionToolApprovalPolicy({ needsApproval });

function throughGate(invoke: Invoke, tool: AnyFunctionTool, { scope, call }: Armed): Invoke {
  return async (runContext, input, details) => {
    if (input !== call.rawArguments) {
      const why = 'A tool was called with other arguments than those the gate decided about.';
      throw scope.refuse(call, why);
    }
    scope.claimStart(call);
    const invokeEdited = async (edited: string) => {
      const rejection = await checkEditedArguments(tool, edited, { runContext, details, scope, call });
      return rejection ?? invoke(runContext, edited, details);
    };
    return scope.mediator.execute(call, (edited) =>
      runBody(scope, call, () =>
        edited === undefined ? invoke(runContext, input, details) : invokeEdited(edited),
      ),
    );
  };
}

interface EditedCall extends Armed {
  readonly runContext: Parameters<Invoke>[0];
  readonly details: Parameters<Invoke>[2];
}

/**
 * Runs the guardrails of a tool on the arguments that an approver edited, because upstream ran them on the arguments of
 * the model. Returns the message for the model if a guardrail rejects the content.
 */
async function checkEditedArguments(
  { inputGuardrails: guardrails = [] }: AnyFunctionTool,
  edited: string,
  { runContext: context, details, scope, call }: EditedCall,
): Promise<string | undefined> {
  if (guardrails.length === 0) return undefined;
  const toolCall = details?.toolCall && { ...details.toolCall, arguments: edited };
  const { agent } = scope;
  if (!toolCall || !agent)
    throw scope.refuse(call, 'The guardrails of the tool could not check the edited arguments.');
  for (const guardrail of guardrails) {
    const { behavior } = await guardrail.run({ context, agent, toolCall });
    if (behavior?.type === 'rejectContent') return behavior.message;
    if (behavior?.type === 'throwException') {
      const why = `The guardrail "${guardrail.name}" of the tool rejected the edited arguments.`;
      throw scope.refuse(call, why);
    }
  }
  return undefined;
}
