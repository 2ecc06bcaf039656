import { SekishoError, type ToolKind } from '@sekisho/engine';
import { checkEditedArguments } from './check-edited-arguments.ts';
import { claimStart } from './claim-start.ts';
import type { GatedCall } from './upstream-call.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import type { HostPolicy } from '@sekisho/engine/integration';
import { asStaticPolicy, isStaticPolicy } from './static-approval-policy.ts';
import { ToolCopies } from './tool-copies.ts';
import { registeredTool, registerTool } from './tool-registry.ts';
import type { FunctionTool, ToolInputGuardrailDefinition } from './upstream.ts';

type AnyFunctionTool = Pick<FunctionTool<never, never>, 'type' | 'name'>;
type Policy = FunctionTool['needsApproval'];
type Invoke = FunctionTool['invoke'];

/**
 * Returns a copy of a function tool whose calls pass the gate. `invoke` stays the same function object, because upstream
 * uses it as the key for the target of an MCP call and for the parser of the input.
 */
export function gateFunctionTool<T extends AnyFunctionTool>(tool: T): T {
  if (gates.has(tool)) return tool;
  return copies.copyOf(tool, (copy) => {
    defineGate(copy, tool, { outside: 'refuse' });
    ownCopies.add(copy);
  });
}

/**
 * Gates a tool without a copy, for tools that upstream identifies by their object (agents as tools, tools from a search).
 * Outside of gated runs such a tool behaves like the unmodified tool.
 */
export function gateInPlace<T extends AnyFunctionTool>(tool: T, kind?: ToolKind): T {
  if (gates.has(tool)) return tool;
  const invoke: unknown = Reflect.get(tool, 'invoke');
  // The creator may have registered more details, for example for a skill that an agent executes.
  if (kind && !registeredTool(invoke)) registerTool(invoke, { id: tool.name, kind });
  defineGate(tool, tool, { outside: 'pass' });
  return tool;
}

/**
 * Makes the next read of `invoke` return the gated function. Upstream reads it in the same synchronous step in which it
 * announces the start of the tool, so the tool is disarmed in the next microtask.
 */
export function armTool(tool: object, scope: RunScope, call: GatedCall): void {
  gates.get(tool)?.arm(scope, call);
}

/** Returns whether this object was gated here and still has its gated `invoke`. */
export function isGatedFunctionTool(tool: object): boolean {
  const gate = gates.get(tool);
  return gate !== undefined && Object.getOwnPropertyDescriptor(tool, 'invoke')?.get === gate.readInvoke;
}

/** Returns whether this is a copy that only a gated run may use. */
export function isGatedCopy(tool: object): boolean {
  return ownCopies.has(tool);
}

/** Returns the tool's own approval policy, or `dynamic` if it depends on the call. */
export async function hostPolicyOfFunctionTool(tool: AnyFunctionTool): Promise<HostPolicy> {
  const policy: Policy = originals.get(tool) ?? Reflect.get(tool, 'needsApproval');
  if (!isStaticPolicy(policy)) return 'per_call';
  return (await Reflect.apply(policy, undefined, [])) ? 'always' : 'never';
}

const originals = new WeakMap<object, Policy>();
const gates = new WeakMap<object, Gate>();
const copies = new ToolCopies();
const ownCopies = new WeakSet<object>();

interface Gate {
  readonly arm: (scope: RunScope, call: GatedCall) => void;
  readonly readInvoke: () => unknown;
}

function defineGate(
  target: AnyFunctionTool,
  original: AnyFunctionTool,
  { outside }: { outside: 'refuse' | 'pass' },
): void {
  const invoke: Invoke = Reflect.get(original, 'invoke');
  const needsApproval: Policy = Reflect.get(original, 'needsApproval');
  originals.set(target, needsApproval);
  const policy = gatedPolicy(needsApproval, outside);
  Object.defineProperty(target, 'needsApproval', {
    value: isStaticPolicy(needsApproval) ? asStaticPolicy(policy) : policy,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  let armed: { scope: RunScope; call: GatedCall } | undefined;
  const readInvoke = () =>
    armed ? throughGate(invoke, Reflect.get(original, 'inputGuardrails') ?? [], armed) : invoke;
  Object.defineProperty(target, 'invoke', { get: readInvoke, enumerable: true, configurable: true });
  gates.set(target, {
    readInvoke,
    arm: (scope, call) => {
      armed = { scope, call };
      queueMicrotask(() => {
        armed = undefined;
      });
    },
  });
}

function throughGate(
  invoke: Invoke,
  guardrails: readonly ToolInputGuardrailDefinition[],
  { scope, call }: { scope: RunScope; call: GatedCall },
): Invoke {
  return async (runContext, input, details) => {
    if (input !== call.rawArguments) {
      throw scope.mediator.refuse(
        call,
        'A tool was called with other arguments than those the gate decided about.',
      );
    }
    claimStart(scope, call);
    return scope.mediator.execute(call, (edited) =>
      ambientScope.run(scope.within(call), async () => {
        if (edited === undefined) return invoke(runContext, input, details);
        const rejection = await checkEditedArguments(
          guardrails,
          edited,
          { runContext, details },
          { scope, call },
        );
        return rejection ?? invoke(runContext, edited, details);
      }),
    );
  };
}

function gatedPolicy(original: Policy, outside: 'refuse' | 'pass'): Policy {
  return async (runContext, input, callId) => {
    const scope = ambientScope.getStore();
    if (!scope) {
      if (outside === 'pass') return original(runContext, input, callId);
      throw new SekishoError(
        'AGENTS-E-GATE-DENIED',
        'A tool of a gated run was called outside of the run. Resume the run with run() or resumeRun() of this package.',
      );
    }
    return requiresApproval(scope, callId ?? '', () => original(runContext, input, callId));
  };
}

/** Returns whether upstream has to suspend the run for this call. Throws for a call that was not planned. */
export async function requiresApproval(
  scope: RunScope,
  callId: string,
  host: () => Promise<boolean>,
): Promise<boolean> {
  const call = scope.calls.get(callId);
  if (!call) {
    const unknown = { callId, wireName: '', rawArguments: '', type: 'function_call' as const };
    throw scope.mediator.refuse(unknown, 'The call was never decided by the gate.');
  }
  if (scope.mediator.stageOf(call.key)?.stage === 'host_policy') {
    const needsApproval = await orRecordFailure(scope, call, host);
    await scope.mediator.applyHostDecision(call, needsApproval ? 'ask' : 'allow');
  }
  return scope.mediator.stageOf(call.key)?.stage === 'waiting';
}

/** Calls a function of the host. If it fails, the call does not run and the audit log contains the reason. */
async function orRecordFailure<T>(scope: RunScope, call: GatedCall, host: () => T | Promise<T>): Promise<T> {
  try {
    return await host();
  } catch (failed) {
    await scope.mediator.applyHostDecision(call, { failed });
    throw failed;
  }
}
