import { ambientScope } from './run-scope.ts';

/**
 * Throws when a tool is invoked in a gated run outside of the body of an allowed call. Listeners, guardrails and
 * instructions run between the calls; a tool that one of them invokes was never judged.
 */
export function requireAllowedCall(toolName: string): void {
  const scope = ambientScope.getStore();
  if (!scope || scope.isBody) return;
  throw scope.mediator.refuse(
    { callId: '', wireName: toolName, rawArguments: '', type: 'function_call' },
    'The tool was invoked directly in a gated run without an allowed call. Let the model call it, or call its function outside of the tool.',
  );
}
