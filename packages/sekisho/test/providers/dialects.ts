import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ProviderName } from '../../src/providers/provider-types.ts';
import type { SeenRequest } from './loopback-server.ts';
import { sendEvents, sendJson } from './loopback-server.ts';
import { stepFor } from './conversation.ts';
import type { ConversationStep } from './conversation.ts';
import { chunk, completion, DONE, finish, sse, USAGE } from './wire-builders.ts';

const messageSchema = z.looseObject({
  role: z.string(),
  tool_calls: z.array(z.record(z.string(), z.unknown())).optional(),
});
type Message = z.infer<typeof messageSchema>;

/** The parts of a request that the dialects read. */
const chatSchema = z.object({
  messages: z.array(messageSchema),
  response_format: z.object({ type: z.string() }).optional(),
  provider: z.object({ require_parameters: z.boolean() }).optional(),
});
const responsesSchema = z.object({ input: z.array(z.looseObject({ type: z.string().optional() })) });

/** How a provider encodes a step of the conversation and which requests it rejects. Hand-written after research, not recorded. */
interface Dialect {
  readonly findProblem: (body: Record<string, unknown>, messages: Message[]) => string | undefined;
  readonly errorBody: (message: string) => unknown;
  readonly whole: (step: ConversationStep, turn: number) => object;
  readonly stream: (step: ConversationStep, turn: number) => string;
}

const signature = (turn: number) => ({ google: { thought_signature: `signature-${turn}` } });
const details = (turn: number) => [{ type: 'reasoning.encrypted', data: `sealed-${turn}`, index: 0 }];

const CHAT_DIALECTS: Readonly<Record<Exclude<ProviderName, 'openai'>, Dialect>> = {
  ollama: {
    findProblem: (body, messages) =>
      messages.some((message) => message['content'] === null && !message.tool_calls)
        ? 'invalid message content type: <nil>'
        : findUnknown(body, messages, ['reasoning']),
    errorBody: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
    whole: (step) =>
      completion(
        {
          content: step.text,
          reasoning: step.reasoning,
          ...callsOf(step, (call, index) => ({ ...call, id: `call_${index}`, index })),
        },
        { finish_reason: 'stop' },
      ),
    stream: (step) =>
      sse(
        ...(step.reasoning ? [chunk({ role: 'assistant', content: '', reasoning: step.reasoning })] : []),
        ...(step.calls.length > 0
          ? [
              chunk({
                role: 'assistant',
                content: '',
                ...callsOf(step, (call, index) => ({ ...call, id: `call_${index}`, index })),
              }),
            ]
          : textPieces(step.text)),
        finish(step.calls.length > 0 ? 'tool_calls' : 'stop'),
        USAGE,
        DONE,
      ),
  },
  lmstudio: {
    findProblem: (body, messages) =>
      typeof body['tool_choice'] === 'object'
        ? "Invalid tool_choice type: 'object'. Supported string values: none, auto, required"
        : findUnknown(body, messages, ['reasoning_content']),
    errorBody: (message) => ({ error: message }),
    whole: (step, turn) =>
      completion(
        {
          content: step.text,
          reasoning_content: step.reasoning,
          tool_calls: [],
          ...callsOf(step, (call, index) => ({ ...call, id: `${turn}${index}` })),
        },
        { finish_reason: step.calls.length > 0 ? 'tool_calls' : 'stop' },
      ),
    stream: (step, turn) =>
      sse(
        ...(step.reasoning ? [chunk({ role: 'assistant', reasoning_content: step.reasoning })] : []),
        ...step.calls.flatMap(({ name, args }, index) => [
          chunk({
            tool_calls: [
              { index, id: `${turn}${index}`, type: 'function', function: { name, arguments: '' } },
            ],
          }),
          ...pieces(JSON.stringify(args)).map((text) =>
            chunk({ tool_calls: [{ index, function: { name: '', arguments: text } }] }),
          ),
        ]),
        ...textPieces(step.text),
        finish(step.calls.length > 0 ? 'tool_calls' : 'stop'),
        DONE,
      ),
  },
  gemini: {
    findProblem: (body, messages) => {
      const calls = messages.flatMap((message) => (message.tool_calls ? [message.tool_calls[0]] : []));
      if (
        calls.some(
          (call, index) => JSON.stringify(call?.['extra_content']) !== JSON.stringify(signature(index)),
        )
      )
        return 'Function call is missing a thought_signature in functionCall parts.';
      if (JSON.stringify(body['tools'] ?? '').includes('additionalProperties'))
        return 'Unknown name "additionalProperties"';
      return findUnknown(body, messages, []);
    },
    errorBody: (message) => [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }],
    whole: (step, turn) =>
      withoutId(
        completion(
          {
            content: step.text || null,
            ...callsOf(step, (call, index) => ({
              ...call,
              id: '',
              ...(index === 0 ? { extra_content: signature(turn) } : {}),
            })),
          },
          { finish_reason: 'stop' },
        ),
      ),
    stream: (step, turn) =>
      sse(
        ...step.calls.map(({ name, args }, index) =>
          withoutId(
            chunk({
              role: 'assistant',
              tool_calls: [
                {
                  index: 0,
                  id: '',
                  type: 'function',
                  function: { name, arguments: JSON.stringify(args) },
                  ...(index === 0 ? { extra_content: signature(turn) } : {}),
                },
              ],
            }),
          ),
        ),
        ...textPieces(step.text).map(withoutId),
        withoutId(finish('stop')),
        DONE,
      ),
  },
  anthropic: {
    findProblem: (body, messages) => {
      const { response_format: format } = chatSchema.parse(body);
      if (format && format.type !== 'json_schema')
        return "response_format.type: Input should be 'json_schema'";
      if (format && !String(messages[0]?.['content']).includes('"summary"'))
        return 'The schema is not in the instructions.';
      return findUnknown(body, messages, []);
    },
    errorBody: (message) => ({
      error: { code: 'invalid_request_error', message, type: 'invalid_request_error', param: null },
    }),
    whole: (step, turn) =>
      completion(
        {
          content: step.text || null,
          ...callsOf(step, (call, index) => ({ ...call, id: `toolu_${turn}${index}` })),
        },
        { finish_reason: step.calls.length > 0 ? 'tool_calls' : 'stop' },
      ),
    stream: (step, turn) =>
      sse(
        ...step.calls.flatMap(({ name, args }, index) => [
          chunk({
            tool_calls: [
              { index, id: `toolu_${turn}${index}`, type: 'function', function: { name, arguments: '' } },
            ],
          }),
          ...pieces(JSON.stringify(args)).map((text) =>
            chunk({ tool_calls: [{ index, function: { arguments: text } }] }),
          ),
        ]),
        ...textPieces(step.text),
        finish(step.calls.length > 0 ? 'tool_calls' : 'stop'),
        USAGE,
        DONE,
      ),
  },
  openrouter: {
    findProblem: (body, messages) => {
      const { provider: routing } = chatSchema.parse(body);
      if (routing?.require_parameters !== true)
        return 'Tools would be dropped: set provider.require_parameters.';
      const turns = messages.filter((message) => message.tool_calls);
      if (
        turns.some(
          (message, index) => JSON.stringify(message['reasoning_details']) !== JSON.stringify(details(index)),
        )
      )
        return 'reasoning_details must be passed back unmodified.';
      return findUnknown(body, messages, ['reasoning_details']);
    },
    errorBody: (message) => ({ error: { code: 400, message } }),
    whole: (step, turn) => ({
      ...completion(
        {
          content: step.text,
          reasoning: step.reasoning,
          ...(step.reasoning ? { reasoning_details: details(turn) } : {}),
          ...callsOf(step, (call, index) => ({ ...call, id: `tool_${turn}${index}` })),
        },
        { native_finish_reason: 'stop' },
      ),
      provider: 'Anthropic',
    }),
    stream: (step, turn) =>
      sse(
        ': OPENROUTER PROCESSING',
        ...(step.reasoning
          ? [
              chunk({
                role: 'assistant',
                content: '',
                reasoning: step.reasoning,
                reasoning_details: details(turn),
              }),
            ]
          : []),
        ': OPENROUTER PROCESSING',
        ...step.calls.map(({ name, args }, index) =>
          chunk({
            role: 'assistant',
            content: '',
            tool_calls: [
              {
                index,
                id: `tool_${turn}${index}`,
                type: 'function',
                function: { name, arguments: JSON.stringify(args) },
              },
            ],
          }),
        ),
        ...textPieces(step.text),
        chunk(
          { content: '' },
          { finish_reason: step.calls.length > 0 ? 'tool_calls' : 'stop', native_finish_reason: 'end_turn' },
        ),
        { ...chunk({ content: '' }), usage: { ...USAGE.usage, cost: 0.001 } },
        DONE,
      ),
  },
};

/** Responds to one request of the conversation as the provider would, or rejects it as the provider would. */
export function respondAs(provider: ProviderName, request: SeenRequest, response: ServerResponse): void {
  if (provider === 'openai') return respondToResponsesRequest(request, response);
  const dialect = CHAT_DIALECTS[provider];
  const { messages } = chatSchema.parse(request.body);
  const problem = dialect.findProblem(request.body, messages);
  if (problem !== undefined) return sendJson(response, dialect.errorBody(problem), 400);
  const step = stepFor(messages.filter(({ role }) => role === 'tool').length);
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (request.body['stream'] === true) return sendEvents(response, dialect.stream(step, turn));
  return sendJson(response, dialect.whole(step, turn));
}

function respondToResponsesRequest(request: SeenRequest, response: ServerResponse): void {
  const { input } = responsesSchema.parse(request.body);
  const step = stepFor(input.filter(({ type }) => type === 'function_call_output').length);
  const calls = step.calls.map(({ name, args }, index) => ({
    type: 'function_call',
    id: `fc_${input.length}${index}`,
    call_id: `call_${input.length}${index}`,
    name,
    arguments: JSON.stringify(args),
    status: 'completed',
  }));
  const content = [{ type: 'output_text', text: step.text, annotations: [] }];
  const message = {
    type: 'message',
    id: `msg_${input.length}`,
    role: 'assistant',
    status: 'completed',
    content,
  };
  const usage = {
    input_tokens: 5,
    output_tokens: 7,
    total_tokens: 12,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const body = {
    id: `resp_${input.length}`,
    object: 'response',
    created_at: 1_790_000_000,
    model: 'm',
    status: 'completed',
    error: null,
    output: calls.length > 0 ? calls : [message],
    usage,
  };
  if (request.body['stream'] !== true) return sendJson(response, body);
  const events = [
    {
      type: 'response.created',
      sequence_number: 0,
      response: { ...body, status: 'in_progress', output: [] },
    },
    ...(calls.length > 0
      ? []
      : [
          {
            type: 'response.output_text.delta',
            sequence_number: 1,
            item_id: message.id,
            output_index: 0,
            content_index: 0,
            delta: step.text,
            logprobs: [],
          },
        ]),
    { type: 'response.completed', sequence_number: 2, response: body },
  ];
  return sendEvents(
    response,
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  );
}

const KNOWN_PARAMETERS = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'stream_options',
  'response_format',
  'provider',
]);

/** Strict servers reject unknown fields; every dialect here is strict. */
function findUnknown(
  body: Record<string, unknown>,
  messages: Message[],
  replays: string[],
): string | undefined {
  const unknown = Object.keys(body).find((key) => !KNOWN_PARAMETERS.has(key));
  if (unknown !== undefined) return `Unknown name "${unknown}"`;
  if (/"(?:strict|\$schema)"/.test(JSON.stringify(body['tools'] ?? '')))
    return 'Unknown name "strict" or "$schema"';
  for (const message of messages) {
    const known = ['role', 'content', 'tool_calls', 'tool_call_id', ...replays];
    const extra = Object.keys(message).find((key) => !known.includes(key));
    if (extra !== undefined) return `${message.role}.${extra}: Extra inputs are not permitted`;
    if (Array.isArray(message['content'])) return `${message.role}.content: Input should be a string`;
    const ids = (message.tool_calls ?? []).map((call) => call['id']);
    if (new Set(ids).size !== ids.length || ids.includes('')) return 'tool_calls: ids must be unique';
  }
  return undefined;
}

function callsOf(step: ConversationStep, shape: (call: object, index: number) => object): object {
  if (step.calls.length === 0) return {};
  const calls = step.calls.map(({ name, args }, index) =>
    shape({ type: 'function', function: { name, arguments: JSON.stringify(args) } }, index),
  );
  return { tool_calls: calls };
}

function withoutId(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'id'));
}

const pieces = (text: string): string[] => text.match(/.{1,5}/g) ?? [];

const textPieces = (text: string): object[] => pieces(text).map((content) => chunk({ content }));
