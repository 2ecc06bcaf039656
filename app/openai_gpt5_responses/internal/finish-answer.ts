import type { LlmDelta, PromptToolCall } from '@sekisho/dify-plugin';
import { outcomeToLlmResult, ResponsesError, type ResponseOutcome } from '@sekisho/responses';
import type { AnswerWriter } from './answer-writer.ts';

/** Returns the last chunk of a response: the rest of its text, its tool calls, and its finish reason. */
export function finishAnswer(
  outcome: ResponseOutcome,
  writer: AnswerWriter,
): Pick<LlmDelta, 'text' | 'toolCalls' | 'finishReason'> {
  const calls = readToolCalls(outcome);
  if (outcome.answer === '' && outcome.refusal === undefined && calls.length === 0) refuseEmptiness(outcome);
  const text = writer.finish(outcome);
  // A model that supports stop sequences would not call a tool after one.
  const toolCalls = writer.isStopped ? [] : calls;
  return { text, toolCalls, finishReason: chooseReason(outcome, toolCalls.length > 0) };
}

function readToolCalls(outcome: ResponseOutcome): PromptToolCall[] {
  const { toolCalls } = outcomeToLlmResult(outcome);
  if (outcome.status !== 'incomplete') return toolCalls;
  // The token limit may end inside a call; an incomplete call must not reach a tool.
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

// An empty response looks like a bug of the application, so the known reason is reported.
function refuseEmptiness({ incompleteReason }: ResponseOutcome): void {
  if (incompleteReason === 'max_output_tokens') {
    throw new ResponsesError(
      'invalid_argument',
      'The model reached "max_output_tokens" before it wrote an answer. Raise "max_output_tokens" or lower "reasoning_effort".',
      { upstream: { param: 'max_output_tokens' } },
    );
  }
  if (incompleteReason === 'content_filter') {
    throw new ResponsesError('content_policy', 'The content filter stopped the answer.');
  }
}
