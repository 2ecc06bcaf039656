import { SekishoError } from '../errors/sekisho-error.ts';
import { describeTool } from './describe-tool.ts';
import { armTool, checksItsInput, isGatedCopy } from './gated-function-tool.ts';
import { armLocalTool } from './gated-local-tools.ts';
import { replaceMethod } from './replace-method.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import { readCall } from './tool-calls-of.ts';
import type { PlannedCall } from './planned-call.ts';
import type { AgentsCore } from './upstream.ts';

/**
 * The tripwire. Upstream announces every start of a local tool synchronously, just before it runs the body, and an
 * exception there stops the run. Whatever road led here, without an authorisation for exactly these arguments it ends.
 */
export function hookToolStart(core: AgentsCore): void {
  const emitter: object = Object.getPrototypeOf(core.AgentHooks.prototype);
  replaceMethod(
    emitter,
    'emit',
    (original) =>
      function (...args) {
        const scope = ambientScope.getStore();
        if (!scope) {
          if (args[0] === 'agent_tool_start') refuseOutside(args.at(-2));
          return Reflect.apply(original, this, args);
        }
        if (args[0] === 'agent_tool_start')
          return start(scope, args, () => Reflect.apply(original, this, args));
        if (args[0] === 'agent_tool_end' && this instanceof core.Runner) noteEnd(scope, args);
        return Reflect.apply(original, this, args);
      },
  );
}

function start(scope: RunScope, args: readonly unknown[], announce: () => unknown): unknown {
  const tool: unknown = args.at(-2);
  const call = authorised(scope, Reflect.get(Object(args.at(-1)), 'toolCall'), tool);
  const result = announce();
  // Armed last: whatever the listeners did, the next thing upstream touches is the executor.
  if (typeof tool === 'object' && tool !== null) {
    armTool(tool, scope, call);
    armLocalTool(tool, scope, call);
  }
  return result;
}

/** A tool of a gated run that is started outside of it would run on the word of its run state alone. */
function refuseOutside(tool: unknown): void {
  if (typeof tool !== 'object' || tool === null || !isGatedCopy(tool)) return;
  throw new SekishoError(
    'AGENTS-E-GATE-DENIED',
    'A tool of a gated run was started outside of it. Continue the run with run() or resumeRun() of this package.',
  );
}

function authorised(scope: RunScope, item: unknown, tool: unknown): PlannedCall {
  const call = readCall(item) ?? {
    callId: '',
    wireName: '',
    rawArguments: '',
    type: 'function_call' as const,
  };
  const planned = scope.calls.get(call.callId);
  if (!planned) throw scope.mediator.refuse(call, 'A tool was started that the gate never decided about.');
  // Upstream blanks arguments that do not fit the tool's schema; a tool that looks at its input again may start.
  const isBlanked = call.rawArguments === '' && checksItsInput(tool);
  if (planned.rawArguments !== call.rawArguments && !isBlanked) {
    throw scope.mediator.refuse(call, 'A tool was started with other arguments than the gate decided about.');
  }
  // Two tools can share a name on the wire; what was decided about one says nothing about the other.
  if (describeTool(tool)?.definition_digest !== planned.tool.definition_digest) {
    throw scope.mediator.refuse(call, 'Another tool was started than the gate decided about.');
  }
  // The computer has no executor that could give the answer instead of doing what it was told.
  if (planned.verdict.kind === 'answer' && planned.type === 'computer_call') {
    throw scope.mediator.refuse(call, planned.verdict.text);
  }
  if (planned.verdict.kind !== 'run' && planned.verdict.kind !== 'answer') {
    throw scope.mediator.refuse(call, 'A tool was started before it was allowed.');
  }
  return planned;
}

function noteEnd(scope: RunScope, args: readonly unknown[]): void {
  const call = readCall(Reflect.get(Object(args.at(-1)), 'toolCall'));
  const planned = call && scope.calls.get(call.callId);
  if (planned?.type === 'computer_call') scope.mediator.ended(planned, args.at(-2));
}
