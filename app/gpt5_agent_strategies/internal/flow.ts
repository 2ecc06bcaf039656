import { CONCLUDE_INSTRUCTION } from '../prompt/template.ts';
import { buildUserText } from './context-data.ts';
import { isRecord, type JsonRecord } from './json-record.ts';
import type { GPT5FunctionCallingParams } from './params.ts';
import { buildSystemInstruction } from './policy.ts';
import { RoundText } from './round-text.ts';
import { parseJsonObject } from './parse-json-object.ts';
import type { RequestedCall } from './tool-call-collector.ts';
import { toCallableName } from './tool-registry.ts';

/** Returns the first messages of every round: system, history, user. */
export function buildOpening(params: GPT5FunctionCallingParams): JsonRecord[] {
  const { instruction, promptPolicyOverrides, query, context, model } = params;
  return [
    { role: 'system', content: buildSystemInstruction(instruction, promptPolicyOverrides), name: null },
    ...model.history_prompt_messages.flatMap(toHistoryMessage),
    { role: 'user', content: buildUserText(query, context), name: null },
  ];
}

/** Returns the messages of a round: the opening, the earlier rounds, and in the last round the instruction to conclude. */
export function buildRoundPrompt(
  opening: readonly JsonRecord[],
  currentThoughts: readonly JsonRecord[],
  isConcluding: boolean,
): JsonRecord[] {
  const messages = [...opening, ...currentThoughts];
  return isConcluding ? [...messages, { role: 'user', content: CONCLUDE_INSTRUCTION, name: null }] : messages;
}

/** Returns true when the text of a round is shown to the user. */
export function shouldEmitResponseText(round: {
  readonly hasToolCalls: boolean;
  readonly emitIntermediateThoughts: boolean;
  readonly isFinalIteration: boolean;
}): boolean {
  return !round.hasToolCalls || round.emitIntermediateThoughts || round.isFinalIteration;
}

/** Returns the model's message for later rounds: without reasoning, with names and arguments that every API accepts. */
export function toAssistantMessage(visible: string, calls: readonly RequestedCall[]): JsonRecord {
  return {
    role: 'assistant',
    content: visible,
    name: null,
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: toCallableName(call.name), arguments: toReplayedArguments(call.arguments) },
    })),
  };
}

/** Returns the tool message for later rounds. */
export function toToolMessage(call: RequestedCall, content: string): JsonRecord {
  return { role: 'tool', content, name: toCallableName(call.name), tool_call_id: call.id };
}

// Several providers parse the arguments of past calls; invalid JSON would make every later round fail.
function toReplayedArguments(raw: unknown): string {
  return typeof raw === 'string' && parseJsonObject(raw) !== undefined ? raw : '{}';
}

function toHistoryMessage(message: unknown): JsonRecord[] {
  if (!isRecord(message)) return [];
  const { role, content } = message;
  const isUsable = typeof content === 'string' ? content !== '' : Array.isArray(content);
  if (!isUsable) return [];
  if (role === 'user') return [{ role, content, name: null }];
  if (role !== 'assistant') return [];
  return [{ role, content: withoutThoughts(content), name: null, tool_calls: [] }];
}

function withoutThoughts(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  const text = new RoundText();
  text.push(content);
  text.finish();
  return text.visible;
}
