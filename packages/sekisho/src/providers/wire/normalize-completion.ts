import { isRecord } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';
import { ResponseNormalizer } from './response-normalizer.ts';
import type { RequestedFormat } from './requested-format.ts';
import type { WireContext } from './wire-context.ts';

/** Repairs a complete Chat Completions response in place. Throws when it cannot be used. */
export function normalizeCompletion(
  completion: JsonRecord,
  context: WireContext,
  asked: RequestedFormat,
): JsonRecord {
  const answer = new ResponseNormalizer(context, asked);
  const choices = Array.isArray(completion['choices']) ? completion['choices'] : [];
  if (choices.length > 1) throw answer.severalChoices();
  const [choice] = choices;
  if (isRecord(choice)) answer.acceptChoice(choice, 'message');
  const { finishReason, toolCalls, content } = answer.conclude(true);
  if (typeof completion['id'] !== 'string' || completion['id'] === '') {
    completion['id'] = `chatcmpl-${context.createId()}`;
  }
  if (!isRecord(choice) || !isRecord(choice['message'])) return completion;
  choice['finish_reason'] = finishReason;
  const { message } = choice;
  if (content !== undefined) message['content'] = content;
  addMissingArguments(message, toolCalls);
  return completion;
}

function addMissingArguments(message: JsonRecord, missing: readonly JsonRecord[]): void {
  if (!Array.isArray(message['tool_calls'])) return;
  message['tool_calls'] = message['tool_calls'].map((call: unknown) => {
    if (!isRecord(call) || !isRecord(call['function'])) return call;
    const { index, ...rest } = call;
    const part = missing.find((entry) => entry['index'] === index)?.['function'];
    return isRecord(part) ? { ...rest, function: { ...call['function'], ...part } } : rest;
  });
}
