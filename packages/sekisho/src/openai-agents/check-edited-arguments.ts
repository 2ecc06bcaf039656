import type { GatedCall } from './upstream-call.ts';
import type { RunScope } from './run-scope.ts';
import type { FunctionTool, RunContext, ToolInputGuardrailDefinition } from './upstream.ts';

/** The parameters of `invoke` that the guardrails of the tool also receive. */
interface InvokeContext {
  readonly runContext: RunContext;
  readonly details: Parameters<FunctionTool['invoke']>[2];
}

/**
 * Runs the guardrails of a tool on the arguments that an approver edited, because upstream ran them on the arguments of
 * the model. Returns the message for the model if a guardrail rejects the content.
 */
export async function checkEditedArguments(
  guardrails: readonly ToolInputGuardrailDefinition[],
  edited: string,
  { runContext, details }: InvokeContext,
  { scope, call }: { readonly scope: RunScope; readonly call: GatedCall },
): Promise<string | undefined> {
  const { toolCall } = details ?? {};
  const { agent } = scope;
  if (guardrails.length === 0) return undefined;
  if (!toolCall || !agent)
    throw scope.mediator.refuse(call, 'The guardrails of the tool could not check the edited arguments.');
  for (const guardrail of guardrails) {
    const { behavior } = await guardrail.run({
      context: runContext,
      agent,
      toolCall: { ...toolCall, arguments: edited },
    });
    if (behavior?.type === 'rejectContent') return behavior.message;
    if (behavior?.type === 'throwException')
      throw scope.mediator.refuse(
        call,
        `The guardrail "${guardrail.name}" of the tool rejected the edited arguments.`,
      );
  }
  return undefined;
}
