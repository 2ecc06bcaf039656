import type { HumanApprovalRequest, ToolCallResult } from 'sekisho';
import { printLine } from './screen.ts';
import type { Texts } from './texts.ts';

/** The finished and the pending calls of a run. */
export interface Progress {
  readonly tool_calls: readonly ToolCallResult[];
  readonly interruptions?: readonly Pick<HumanApprovalRequest, 'tool_id' | 'args_masked'>[] | undefined;
}

/** Prints each call of a run with its outcome; `done` is the text for executed calls. */
export function printCalls(
  { tool_calls: calls, interruptions = [] }: Progress,
  texts: Texts,
  done: string,
): void {
  for (const call of calls) {
    const outcome = call.status === 'refused' ? texts.refused : done;
    printLine(`${call.tool_name} ${call.arguments}  ->  ${outcome}`, texts.agent);
  }
  for (const { tool_id: tool, args_masked: args } of interruptions) {
    printLine(`${tool} ${args}  ->  ${texts.waits}`, texts.agent);
  }
}
