import type { LlmDelta, PromptToolCall } from '@sekisho/dify-plugin';
import { outcomeToLlmResult, ResponsesError, type ResponseOutcome } from '@sekisho/responses';
import type { AnswerWriter } from './answer-writer.ts';

/** The last piece of an answer: the rest of its text, its tool calls, and how it ended. */
export function finishAnswer(
  outcome: ResponseOutcome,
  writer: AnswerWriter,
): Pick<LlmDelta, 'text' | 'toolCalls' | 'finishReason'> {
  const calls = readToolCalls(outcome);
  if (outcome.answer === '' && outcome.refusal === undefined && calls.length === 0) refuseEmptiness(outcome);
  const text = writer.finish(outcome);
  // A model that obeys stop sequences would not have come to call a tool after one.
  const toolCalls = writer.isStopped ? [] : calls;
  return { text, toolCalls, finishReason: chooseReason(outcome, toolCalls.length > 0) };
}

function readToolCalls(outcome: ResponseOutcome): PromptToolCall[] {
  const { toolCalls } = outcomeToLlmResult(outcome);
  if (outcome.status !== 'incomplete') return toolCalls;
  // The budget may end in the middle of a call; half a call must not reach a tool.
  return toolCalls.filter((call) => isJson(call.function.arguments));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function chooseReason(outcome: ResponseOutcome, callsTools: boolean): NonNullable<LlmDelta['finishReason']> {
  if (outcome.incompleteReason === 'max_output_tokens') return 'length';
  if (outcome.incompleteReason === 'content_filter' || outcome.refusal !== undefined) return 'content_filter';
  return callsTools ? 'tool_calls' : 'stop';
}

// Silence looks like a fault of the app that asked; the reason is known, so it is said.
function refuseEmptiness({ incompleteReason }: ResponseOutcome): void {
  if (incompleteReason === 'max_output_tokens') {
    throw new ResponsesError(
      'invalid_argument',
      'The model used up "max_output_tokens" before it came to its answer. Raise "max_output_tokens" or lower "reasoning_effort".',
      { upstream: { param: 'max_output_tokens' } },
    );
  }
  if (incompleteReason === 'content_filter') {
    throw new ResponsesError('content_policy', 'The answer was stopped by the content filter.');
  }
}
