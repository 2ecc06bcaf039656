import type { ResolvedCall } from '../sdk/mediator.ts';
import type { RawCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';
import { toolOfCall } from '../sdk/tool-of-call.ts';
import { toolCallsOf } from '../sdk/tool-calls-of.ts';
import type { ModelResponse } from '../sdk/upstream.ts';
import type { SessionSettings } from './session-settings.ts';

/** The calls of an answer with the tools that they are for, without those for tools that the model was not shown. */
export function resolveCalls(
  scope: RunScope,
  output: ModelResponse['output'],
  { withManifest }: SessionSettings,
): ResolvedCall[] {
  return toolCallsOf(output).flatMap((call) => {
    const tool = toolOf(scope, call);
    return tool ? [{ ...call, tool: withManifest(toolOfCall(call, tool)) }] : [];
  });
}

function toolOf(scope: RunScope, { type, serverLabel = '', wireName }: RawCall) {
  return type === 'hosted_mcp_call'
    ? scope.tools.get(`hosted_mcp:${serverLabel}`)
    : (scope.handoffs.get(wireName) ?? scope.tools.get(wireName));
}
