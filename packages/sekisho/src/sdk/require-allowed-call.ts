import { ambientScope } from './run-scope.ts';

/**
 * Refuses to run a tool in a gated run unless a call was allowed whose body runs now. Listeners, guardrails, instructions
 * and the like run between the calls; a tool that one of them invokes was never judged.
 */
export function requireAllowedCall(toolName: string): void {
  const scope = ambientScope.getStore();
  if (!scope || scope.isBody) return;
  throw scope.mediator.refuse(
    { callId: '', wireName: toolName, rawArguments: '', type: 'function_call' },
    'The tool was invoked directly in a gated run, where no call was allowed. Let the model call it, or call its function outside of the tool.',
  );
}
