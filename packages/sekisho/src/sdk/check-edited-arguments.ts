import type { PlannedCall } from './planned-call.ts';
import type { RunScope } from './run-scope.ts';
import type { FunctionTool, RunContext, ToolInputGuardrailDefinition } from './upstream.ts';

/** What a tool looks at before it runs. */
interface InvokeContext {
  readonly runContext: RunContext;
  readonly details: Parameters<FunctionTool['invoke']>[2];
}

/**
 * Lets the guardrails of a tool see the arguments that a person put in the place of the model's: upstream showed them the
 * model's. Answers what to tell the model instead of running the tool, if one of them says so.
 */
export async function checkEditedArguments(
  guardrails: readonly ToolInputGuardrailDefinition[],
  edited: string,
  { runContext, details }: InvokeContext,
  { scope, call }: { readonly scope: RunScope; readonly call: PlannedCall },
): Promise<string | undefined> {
  const { toolCall } = details ?? {};
  const { agent } = scope;
  if (guardrails.length === 0) return undefined;
  if (!toolCall || !agent) throw scope.mediator.refuse(call, 'Nobody could look at the edited arguments.');
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
        `The guardrail "${guardrail.name}" of the tool refused the edited arguments.`,
      );
  }
  return undefined;
}
