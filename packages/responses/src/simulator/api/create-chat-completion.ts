import type { ChatCompletion, ChatCompletionMessage } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { isShutDown } from '../../models/is-shut-down.ts';
import { askPersona } from '../personas/ask-persona.ts';
import { countTokens } from '../output/count-tokens.ts';
import { describeSchema, describeToolChoice, describeTools } from '../personas/describe-tools.ts';
import { makeChatChunks } from '../output/make-chat-chunks.ts';
import type { PersonaOutput, Turn } from '../personas/persona.ts';
import { refusals } from './refusals.ts';
import { jsonReply, type Reply } from './reply.ts';
import type { ScriptStep, SimulatorState } from '../simulator-state.ts';
import { writeChunks } from '../output/write-chunks.ts';
import { readRecord, readRecords, readString } from '../../json/read-field.ts';

const chatParamsSchema = z.object({
  model: z.string(),
  messages: z.array(z.custom<JsonRecord>((value) => isRecord(value))).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  tools: z.array(z.unknown()).nullish(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: z.unknown().optional(),
});

/** Handles `POST /chat/completions` with the same persona as the Responses API. */
export async function createChatCompletion(
  state: SimulatorState,
  body: JsonRecord,
  step: ScriptStep | undefined,
): Promise<Reply> {
  if (body['model'] === undefined) return refusals.missingParameter('model');
  if (body['messages'] === undefined) return refusals.missingParameter('messages');
  const parsed = chatParamsSchema.safeParse(body);
  if (!parsed.success) return refusals.invalidType(parsed.error.issues[0]?.path.join('.') ?? 'body');
  const params = parsed.data;
  const entry = state.registry.find(params.model);
  if (!entry || isShutDown(entry, state.now())) return refusals.chatModelNotFound(params.model);

  const conversation = {
    model: params.model,
    instructions: undefined,
    turns: readChatTurns(params.messages),
    schema: describeSchema(params.response_format),
    toolChoice: describeToolChoice(params.tool_choice),
    allowsParallelCalls: params.parallel_tool_calls !== false,
    now: state.now(),
  };
  const tools = describeTools(params.tools ?? []).filter(({ type }) => type === 'function');
  const outputs = await askPersona(state, { step, conversation, tools });
  const completion = makeCompletion(state, {
    model: params.model,
    outputs,
    prompt: JSON.stringify(params.messages),
  });
  if (params.stream !== true) return jsonReply({ ...completion });
  const events = makeChatChunks(completion, params.stream_options?.include_usage === true);
  const { sleep, latency } = state;
  return {
    type: 'events',
    headers: {},
    chunks: writeChunks(events, { sleep, ...latency, fault: step?.fault }),
  };
}

function makeCompletion(
  state: SimulatorState,
  { model, outputs, prompt }: { model: string; outputs: readonly PersonaOutput[]; prompt: string },
): ChatCompletion {
  const message = makeMessage(state, outputs);
  const isCalling = (message.tool_calls ?? []).length > 0;
  const promptTokens = countTokens(prompt);
  const completionTokens = countTokens(JSON.stringify(message));
  return {
    id: state.makeId('chatcmpl-'),
    object: 'chat.completion',
    created: Math.floor(state.now() / 1000),
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: isCalling ? 'tool_calls' : 'stop' }],
    service_tier: 'default',
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function makeMessage(state: SimulatorState, outputs: readonly PersonaOutput[]): ChatCompletionMessage {
  const text = outputs.map((output) => (output.type === 'message' ? output.text : '')).join('');
  const refusal = outputs.map((output) => (output.type === 'refusal' ? output.text : '')).join('');
  const calls = outputs.flatMap((output) =>
    output.type === 'function_call'
      ? [
          {
            id: state.makeId('call_'),
            type: 'function' as const,
            function: {
              name: output.name,
              arguments:
                typeof output.arguments === 'string' ? output.arguments : JSON.stringify(output.arguments),
            },
          },
        ]
      : [],
  );
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    refusal: refusal === '' ? null : refusal,
    annotations: [],
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** Converts chat messages to turns for a persona. */
function readChatTurns(messages: readonly JsonRecord[]): Turn[] {
  return messages.flatMap((message): Turn[] => {
    const role = readString(message, 'role');
    const text =
      readString(message, 'content') ??
      readRecords(message, 'content')
        .map((part) => readString(part, 'text') ?? '')
        .join('');
    if (role === 'tool')
      return [{ role: 'result', callId: readString(message, 'tool_call_id') ?? '', output: text }];
    if (role === 'user' || role === 'system' || role === 'developer') return [{ role, text }];
    if (role !== 'assistant') return [];
    const calls = readRecords(message, 'tool_calls').map((call): Turn => {
      const definition = readRecord(call, 'function') ?? {};
      return {
        role: 'call',
        callId: readString(call, 'id') ?? '',
        name: readString(definition, 'name') ?? '',
        arguments: readString(definition, 'arguments') ?? '',
      };
    });
    return text === '' ? calls : [{ role, text }, ...calls];
  });
}
