import type { ResolvedCall } from '../sdk/mediator.ts';
import type { RawCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';
import type { SessionSettings } from './session-settings.ts';

/** The tool that a call of this turn is for; undefined for one that the model was not shown. */
export function resolveCall(
  scope: RunScope,
  call: RawCall,
  { withManifest }: SessionSettings,
): ResolvedCall | undefined {
  const tool =
    call.type === 'hosted_mcp_call'
      ? scope.tools.get(`hosted_mcp:${call.serverLabel ?? ''}`)
      : (scope.handoffs.get(call.wireName) ?? scope.tools.get(call.wireName));
  return tool && { ...call, tool: withManifest(tool) };
}
