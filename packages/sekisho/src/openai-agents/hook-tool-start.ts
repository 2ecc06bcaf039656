import { SekishoError } from '@sekisho/engine';
import { claimStart } from './claim-start.ts';
import { describeTool } from './describe-tool.ts';
import { enterAgent, gateModelOf } from './enter-agent.ts';
import { armTool, isGatedCopy, isGatedFunctionTool } from './gated-function-tool.ts';
import { armLocalTool, isGatedLocalTool } from './gated-local-tools.ts';
import { isOfHookedCopy } from './hooked-copies.ts';
import type { MethodHook } from './method-hook.ts';
import { withOriginalTool } from './original-tools.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import { readCall } from './tool-calls-of.ts';
import type { GatedCall, UpstreamCall } from './upstream-call.ts';
import type { AgentsCore } from './upstream.ts';

/**
 * Checks every start of a local tool. Upstream announces the start synchronously before it runs the body, and an
 * exception there stops the run. A tool starts only with an authorization for exactly these arguments, and only as the
 * object that was gated.
 */
export function toolStartHooks(core: AgentsCore): MethodHook[] {
  return [{ owner: Object.getPrototypeOf(core.AgentHooks.prototype), name: 'emit', wrap: guardedEmit }];
}

/** Adds the start check to an agent or runner that overrides `emit`, because the override may not forward events. */
export function guardEmitter(emitter: unknown): void {
  if (typeof emitter !== 'object' || emitter === null) return;
  const emit: unknown = Reflect.get(emitter, 'emit');
  if (!isFunction(emit) || guarded.has(emit)) return;
  Object.defineProperty(emitter, 'emit', { value: guardedEmit(emit), configurable: true, writable: true });
}

const guarded = new WeakSet<CallableFunction>();

function guardedEmit(original: CallableFunction) {
  const emit = function (this: object, ...args: unknown[]): unknown {
    const announce = (given: readonly unknown[] = args) => Reflect.apply(original, this, given);
    const scope = ambientScope.getStore();
    if (args[0] === 'agent_tool_start') {
      if (isAnnounced(args)) return announce();
      return scope ? start(scope, this, args, announce) : outside(args, announce);
    }
    if (!scope) return announce();
    if (args[0] === 'agent_tool_end') {
      if (isRunner(this)) recordEnd(scope, args);
      return announce(withOriginalTool(args, -3));
    }
    if (args[0] === 'agent_start') return enter(scope, this, args, announce);
    if (!isRunner(this)) return announce();
    if (args[0] === 'agent_handoff') requireTransfer(scope, args[3]);
    return announce();
  };
  guarded.add(emit);
  return emit;
}

function enter(scope: RunScope, emitter: object, args: readonly unknown[], announce: Announce): unknown {
  if (isRunner(emitter)) {
    enterAgent(scope, args[2]);
    guardEmitter(args[2]);
  }
  const result = announce();
  gateModelOf(args[2]);
  return result;
}

type Announce = (args?: readonly unknown[]) => unknown;

function start(scope: RunScope, emitter: object, args: readonly unknown[], announce: Announce): unknown {
  const tool: unknown = args.at(-2);
  const details: unknown = args.at(-1);
  requireAuthorized(scope, details, tool);
  const result = announceOriginal(args, announce);
  // Checked again, because listeners can change the tool and the call. Upstream uses the executor next.
  const call = requireAuthorized(scope, details, tool);
  if (call.type === 'computer_call' && isRunner(emitter)) claimStart(scope, call);
  if (typeof tool === 'object' && tool !== null) {
    armTool(tool, scope, call);
    armLocalTool(tool, scope, call);
  }
  return result;
}

/** Announces the host's tool to listeners instead of the gated copy. */
function announceOriginal(args: readonly unknown[], announce: Announce): unknown {
  const before = announced;
  const given = withOriginalTool(args, -2);
  announced = { tool: given.at(-2), details: given.at(-1) };
  try {
    return announce(given);
  } finally {
    announced = before;
  }
}

/** Returns whether this event is already being announced: an override of `emit` forwards it during the check. */
function isAnnounced(args: readonly unknown[]): boolean {
  return announced !== undefined && announced.tool === args.at(-2) && announced.details === args.at(-1);
}

/** The event that is currently being announced. It is set only during the synchronous announcement. */
let announced: { readonly tool: unknown; readonly details: unknown } | undefined;

/** Throws for a tool of a gated run that is started outside of it, where only its run state would authorize the call. */
function outside(args: readonly unknown[], announce: Announce): unknown {
  const tool: unknown = args.at(-2);
  if (typeof tool !== 'object' || tool === null || !isGatedCopy(tool)) return announce();
  throw new SekishoError(
    'AGENTS-E-GATE-DENIED',
    'A tool of a gated run was started outside of the run. Resume the run with run() or resumeRun() of this package.',
  );
}

function requireAuthorized(scope: RunScope, details: unknown, tool: unknown): GatedCall {
  const call = readCall(Reflect.get(Object(details), 'toolCall')) ?? UNREADABLE;
  const planned = scope.calls.get(call.callId);
  if (!planned) throw scope.mediator.refuse(call, 'The gate never decided about the started tool.');
  if (typeof tool !== 'object' || tool === null || !(isGatedFunctionTool(tool) || isGatedLocalTool(tool))) {
    throw scope.mediator.refuse(call, REPLACED);
  }
  // Upstream replaces arguments that do not match the schema by an empty text; the gated invoke compares its input again.
  const isBlanked = call.rawArguments === '' && isGatedFunctionTool(tool);
  if (planned.rawArguments !== call.rawArguments && !isBlanked) {
    throw scope.mediator.refuse(
      call,
      'A tool was started with other arguments than those the gate decided about.',
    );
  }
  // Two tools can have the same name on the wire; a decision about one does not apply to the other.
  if (describeTool(tool)?.definition_digest !== planned.tool.definition_digest) {
    throw scope.mediator.refuse(call, 'The started tool is not the tool that the gate decided about.');
  }
  // The computer has no executor that could return a result without executing the action.
  const now = scope.mediator.stageOf(planned.key);
  if (now?.stage === 'refused' && planned.type === 'computer_call') {
    throw scope.mediator.refuse(call, now.text);
  }
  if (now === undefined || now.stage === 'host_policy' || now.stage === 'waiting') {
    throw scope.mediator.refuse(call, 'A tool was started before its call was allowed.');
  }
  return planned;
}

const UNREADABLE: UpstreamCall = { callId: '', wireName: '', rawArguments: '', type: 'function_call' };

const REPLACED =
  'The started tool is not the object that the gate listed. Do not copy, wrap or change tools in getAllTools() or in listeners; put the code into the tool itself.';

function requireTransfer(scope: RunScope, agent: unknown): void {
  const { transferredTo } = scope;
  scope.transferredTo = undefined;
  if (agent !== undefined && transferredTo === agent) return;
  throw scope.mediator.refuse(
    UNREADABLE,
    'A handoff to another agent did not pass the gate. Do not copy or wrap handoffs in getEnabledHandoffs().',
  );
}

function recordEnd(scope: RunScope, args: readonly unknown[]): void {
  const call = readCall(Reflect.get(Object(args.at(-1)), 'toolCall'));
  const planned = call && scope.calls.get(call.callId);
  if (planned?.type !== 'computer_call' || ended.has(planned)) return;
  ended.add(planned);
  scope.mediator.recordResult(planned, args.at(-2));
}

/** The calls whose end was recorded. An override that calls the original announces each end twice. */
const ended = new WeakSet<GatedCall>();

const isRunner = (emitter: object) => isOfHookedCopy(emitter, 'Runner');

const isFunction = (value: unknown): value is CallableFunction => typeof value === 'function';
