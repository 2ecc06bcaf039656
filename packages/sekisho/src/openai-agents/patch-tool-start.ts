import { SekishoError } from '@sekisho/engine';
import { describeTool } from './describe-tool.ts';
import { UNDECIDED } from './gate-function-tool.ts';
import { isPatchedAgent, isPatchedRunner, requirePatchedAgent } from './other-copies.ts';
import { gateAgent } from './patch-agent.ts';
import { readCall } from './read-items.ts';
import { isCallable, isRecord, read, textOf } from './read-value.ts';
import { ambientScope, UNREADABLE, type GatedCall, type RunScope, type UpstreamCall } from './run-scope.ts';
import { originalOf, toolRecord } from './records.ts';

/**
 * Lets only the gate approve a call inside gated runs. Upstream skips `needsApproval` for a call that its run state marks
 * as approved, but a run state can be forged, copied and replayed. A call that the gate has decided needs no approval of
 * upstream: an allowed one runs, and a refused one returns its refusal. A rejected call stays rejected.
 */
export function decideApprovals(original: CallableFunction) {
  return function isToolApproved(this: object, ...args: unknown[]): unknown {
    const upstream: unknown = Reflect.apply(original, this, args);
    const scope = executingScope();
    if (!scope || upstream === false) return upstream;
    const callId = textOf(read(args[0], 'callId'));
    const call = scope.calls.get(callId);
    if (call) {
      const stage = scope.mediator.stageOf(call.key)?.stage;
      return stage === 'waiting' || stage === 'host_policy' ? undefined : true;
    }
    // Upstream's runner asks this way before it starts a function tool. Programs ask about earlier calls, too.
    if (!scope.isBody && read(args[0], 'functionTool') === false) throw scope.refuse({ callId }, UNDECIDED);
    return undefined;
  };
}

/** Does the same for the calls of local and hosted tools, about which upstream asks another method. */
export function decideInvocations(original: CallableFunction) {
  return function _resolveToolInvocationApproval(this: object, ...args: unknown[]): unknown {
    const upstream: unknown = Reflect.apply(original, this, args);
    const scope = executingScope();
    const call = readCall(args[2]);
    // For function calls this method only records the approval; isToolApproved is the method that decides.
    if (!scope || upstream === false || !call || call.type === 'function_call') return upstream;
    const planned = scope.calls.get(call.callId);
    if (planned?.rawArguments !== call.rawArguments) return undefined;
    return scope.mediator.stageOf(planned.key)?.stage === 'allowed' ? true : undefined;
  };
}

/** Returns the scope of an executing run. While a state is only read, upstream needs its own records to restore it. */
function executingScope(): RunScope | undefined {
  const scope = ambientScope.getStore();
  return scope?.mediator.isExecuting === false ? undefined : scope;
}

/**
 * Checks every start of a local tool. Upstream announces the start synchronously before it runs the body, and an
 * exception there stops the run. A tool starts only with an authorization for exactly these arguments, and only as the
 * object that was gated.
 */
export function checkStarts(original: CallableFunction) {
  const emit = function (this: object, ...args: unknown[]): unknown {
    const scope = ambientScope.getStore();
    switch (args[0]) {
      case 'agent_tool_start':
        if (isAnnounced(args)) break;
        if (scope) return start(scope, this, args, original);
        requireUngated(args.at(-2));
        break;
      case 'agent_tool_end':
        if (!scope) break;
        if (isPatchedRunner(this)) recordEnd(scope, args);
        return Reflect.apply(original, this, args.with(args.length - 3, originalOf(args.at(-3))));
      case 'agent_start':
        if (scope) return enter(scope, this, args, original);
        break;
      case 'agent_handoff':
        if (scope && isPatchedRunner(this)) requireTransfer(scope, args[3]);
        break;
    }
    return Reflect.apply(original, this, args);
  };
  guarded.add(emit);
  return emit;
}

/**
 * Prepares a run for the turns of an agent, before the agent lists its tools. The model of the agent is gated even if a
 * subclass overrides the list of tools, and the lists of the previous agent are dropped. Agents of other copies are rejected.
 * An agent that overrides `emit` receives the start check.
 */
export function enterAgent(scope: RunScope, agent: unknown): void {
  if (!isPatchedAgent(agent)) return requirePatchedAgent(scope, agent);
  guardEmitter(agent);
  for (const each of agent.handoffs) requirePatchedAgent(scope, read(each, 'agent') ?? each);
  gateAgent(agent);
  if (scope.agent === agent) return;
  scope.tools = new Map();
  scope.handoffs = new Map();
  scope.providerTools = new Set();
}

/** Adds the start check to an agent or runner that overrides `emit`, because the override may not forward events. */
export function guardEmitter(emitter: unknown): void {
  if (!isRecord(emitter)) return;
  const { emit } = emitter;
  if (!isCallable(emit) || guarded.has(emit)) return;
  const value = checkStarts(emit);
  Object.defineProperty(emitter, 'emit', { value, configurable: true, writable: true });
}

const guarded = new WeakSet<CallableFunction>();

function enter(
  scope: RunScope,
  emitter: object,
  args: readonly unknown[],
  original: CallableFunction,
): unknown {
  const agent = args[2];
  if (isPatchedRunner(emitter)) enterAgent(scope, agent);
  const result: unknown = Reflect.apply(original, emitter, args);
  // Again, because listeners may have replaced the model.
  if (isPatchedAgent(agent)) gateAgent(agent);
  return result;
}

function start(
  scope: RunScope,
  emitter: object,
  args: readonly unknown[],
  original: CallableFunction,
): unknown {
  const tool = args.at(-2);
  const details = args.at(-1);
  // Upstream announces a start to the listeners of the agent directly after the check below for those of the runner.
  if (!isPatchedAgent(emitter)) requireAuthorized(scope, details, tool);
  // Listeners receive the host's tool instead of the gated copy.
  const before = announced;
  announced = { tool: originalOf(tool), details };
  let result: unknown;
  try {
    result = Reflect.apply(original, emitter, args.with(args.length - 2, announced.tool));
  } finally {
    announced = before;
  }
  // Checked again, because listeners can change the tool and the call. Upstream uses the executor next.
  const { call, gate } = requireAuthorized(scope, details, tool);
  if (call.type === 'computer_call' && isPatchedRunner(emitter)) {
    requireNotExecuted(scope, call);
    scope.claimStart(call);
  }
  gate.arm(scope, call);
  return result;
}

/** Throws for an action that was executed before a crash. Upstream performs it itself, so its stored result cannot replace it. */
function requireNotExecuted(scope: RunScope, call: GatedCall): void {
  const current = scope.mediator.stageOf(call.key);
  if (current?.stage === 'allowed' && current.earlier?.status === 'done')
    throw scope.refuse(
      call,
      'This action was executed before a crash, and it is not repeated. Start a new run.',
    );
}

/** Returns whether this event is already being announced: an override of `emit` forwards it during the check. */
const isAnnounced = (args: readonly unknown[]) =>
  announced !== undefined && announced.tool === args.at(-2) && announced.details === args.at(-1);

/** The event that is currently being announced. It is set only during the synchronous announcement. */
let announced: { readonly tool: unknown; readonly details: unknown } | undefined;

/** Throws for a tool of a gated run that is started outside of it, where only its run state would authorize the call. */
function requireUngated(tool: unknown): void {
  if (originalOf(tool) === tool) return;
  throw new SekishoError(
    'AGENTS-E-GATE-DENIED',
    'A tool of a gated run was started outside of the run. Resume the run with run() or resumeRun() of this package.',
  );
}

function requireAuthorized(scope: RunScope, details: unknown, tool: unknown) {
  const call = readCall(read(details, 'toolCall')) ?? UNREADABLE;
  const planned = scope.calls.get(call.callId);
  if (!planned) throw scope.refuse(call, 'The gate never decided about the started tool.');
  const gate = typeof tool === 'object' && tool !== null ? toolRecord(tool).gate : undefined;
  if (!gate?.isIntact()) throw scope.refuse(call, REPLACED);
  const why = differenceFrom(planned, call, tool) ?? obstacleTo(scope, planned);
  if (why !== undefined) throw scope.refuse(call, why);
  return { call: planned, gate };
}

/** Returns how a started call differs from the one that the gate decided about. */
function differenceFrom(planned: GatedCall, call: UpstreamCall, tool: unknown): string | undefined {
  // Upstream replaces arguments that do not match the schema by an empty text; the gated invoke compares its input again.
  const isBlanked = call.rawArguments === '' && read(tool, 'type') === 'function';
  if (planned.rawArguments !== call.rawArguments && !isBlanked)
    return 'A tool was started with other arguments than those the gate decided about.';
  // Two tools can have the same name on the wire; a decision about one does not apply to the other.
  if (describeTool(tool)?.definition_digest !== planned.tool.definition_digest)
    return 'The started tool is not the tool that the gate decided about.';
  return undefined;
}

/** Returns why a call must not start in its current stage. The executor of a refused call returns the refusal. */
function obstacleTo({ mediator }: RunScope, { key, type }: GatedCall): string | undefined {
  const now = mediator.stageOf(key);
  // The computer has no executor that could return a result without executing the action.
  if (now?.stage === 'refused' && type === 'computer_call') return now.text;
  if (now === undefined || now.stage === 'host_policy' || now.stage === 'waiting')
    return 'A tool was started before its call was allowed.';
  return undefined;
}

const REPLACED =
  'The started tool is not the object that the gate listed. Do not copy, wrap or change tools in getAllTools() or in listeners; put the code into the tool itself.';

function requireTransfer(scope: RunScope, agent: unknown): void {
  const { transferredTo } = scope;
  scope.transferredTo = undefined;
  if (agent !== undefined && transferredTo === agent) return;
  throw scope.refuse(
    {},
    'A handoff to another agent did not pass the gate. Do not copy or wrap handoffs in getEnabledHandoffs().',
  );
}

/** Records the end of a computer call once. An override that calls the original announces each end twice. */
function recordEnd(scope: RunScope, args: readonly unknown[]): void {
  const call = readCall(read(args.at(-1), 'toolCall'));
  const planned: GatedCall | undefined = call && scope.calls.get(call.callId);
  if (planned?.type !== 'computer_call' || planned.hasEnded) return;
  planned.hasEnded = true;
  scope.mediator.recordResult(planned, args.at(-2));
}
