import type { ResolvedCall } from '../sdk/mediator.ts';
import type { RawCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';
import { toolOfCall } from '../sdk/tool-of-call.ts';
import type { SessionSettings } from './session-settings.ts';

/** Returns the calls with their tools. Calls of tools that the model did not receive stay in the scope as unresolved. */
export function resolveCalls(
  scope: RunScope,
  calls: readonly RawCall[],
  { withManifest }: SessionSettings,
): ResolvedCall[] {
  scope.unresolved = calls.filter((call) => !toolOf(scope, call));
  return calls.flatMap((call) => {
    const tool = toolOf(scope, call);
    return tool ? [{ ...call, tool: withManifest(toolOfCall(call, tool)) }] : [];
  });
}

function toolOf(scope: RunScope, { type, serverLabel = '', wireName }: RawCall) {
  return type === 'hosted_mcp_call'
    ? scope.tools.get(`hosted_mcp:${serverLabel}`)
    : (scope.handoffs.get(wireName) ?? scope.tools.get(wireName));
}
