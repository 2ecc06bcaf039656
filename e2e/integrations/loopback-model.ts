import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A step of the scripted model: a tool call, or a text that ends the turn. */
export type ModelStep = { readonly tool: string; readonly input: object } | { readonly text: string };

/** A model on this machine. It answers the n-th request of a conversation with the n-th step. */
export interface LoopbackModel {
  readonly url: string;
  /** The tool results of the last request, as the model received them. */
  readonly results: readonly string[];
  close(): Promise<void>;
}

/** The API of a vendor: how a request contains tool results, and how an answer is streamed. */
export interface ModelApi {
  readonly path: RegExp;
  /** Returns the tool results of a request, and undefined for a request of the client itself, such as one for a title. */
  readonly resultsOf: (body: Body) => readonly unknown[] | undefined;
  readonly answer: (step: ModelStep, index: number) => string;
}

interface Body {
  readonly messages?: readonly Message[];
  readonly tools?: readonly unknown[];
  readonly input?: readonly Message[];
  readonly contents?: readonly { readonly parts?: readonly object[] }[];
}
interface Message {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
}

const stream = (events: readonly object[], named = false) =>
  events
    .map((event) => {
      const type: unknown = Object(event).type;
      return `${named ? `event: ${String(type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');

/** Anthropic's Messages API, for Claude Code. */
export const MESSAGES: ModelApi = {
  path: /^\/v1\/messages(?!\/count_tokens)/,
  resultsOf: ({ messages = [], tools = [] }) =>
    tools.length === 0
      ? undefined
      : messages
          .flatMap(({ content }) => (Array.isArray(content) ? content : []))
          .filter(({ type }) => type === 'tool_result'),
  answer: (step, index) => {
    const isCall = 'tool' in step;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = {
      id: `msg_${index}`,
      type: 'message',
      role: 'assistant',
      model: 'loopback',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    const content_block = isCall
      ? { type: 'tool_use', id: `toolu_${index}`, name: step.tool, input: {} }
      : { type: 'text', text: '' };
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) }
      : { type: 'text_delta', text: step.text };
    const end = { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null };
    return stream(
      [
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: end, usage },
        { type: 'message_stop' },
      ],
      true,
    );
  },
};

/** OpenAI's Responses API, for Codex. */
export const RESPONSES: ModelApi = {
  path: /\/responses$/,
  resultsOf: ({ input = [] }) => input.filter(({ type }) => type === 'function_call_output'),
  answer: (step, index) => {
    const item =
      'tool' in step
        ? {
            type: 'function_call',
            id: `fc_${index}`,
            call_id: `call_${index}`,
            name: step.tool,
            arguments: JSON.stringify(step.input),
          }
        : {
            type: 'message',
            id: `m_${index}`,
            role: 'assistant',
            content: [{ type: 'output_text', text: step.text }],
          };
    const id = `resp_${index}`;
    const usage = {
      input_tokens: 1,
      input_tokens_details: null,
      output_tokens: 1,
      output_tokens_details: null,
      total_tokens: 2,
    };
    return stream(
      [
        { type: 'response.created', response: { id } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { id, usage } },
      ],
      true,
    );
  },
};

/** Google's Gemini API, for Gemini CLI. */
export const GEMINI: ModelApi = {
  path: /:(?:stream)?[gG]enerateContent/,
  resultsOf: ({ contents = [], tools = [] }) =>
    tools.length === 0
      ? undefined
      : contents.flatMap(({ parts = [] }) => parts).filter((part) => 'functionResponse' in part),
  answer: (step) => {
    const part =
      'tool' in step ? { functionCall: { name: step.tool, args: step.input } } : { text: step.text };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    return stream([{ candidates: [candidate], usageMetadata }]);
  },
};

/** OpenAI's Chat Completions API, for opencode. */
export const CHAT: ModelApi = {
  path: /\/chat\/completions$/,
  resultsOf: ({ messages = [], tools = [] }) =>
    tools.length === 0 ? undefined : messages.filter(({ role }) => role === 'tool'),
  answer: (step, index) => {
    const chunk = (delta: object, finish_reason: string | null) => ({
      id: `chat_${index}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'loopback',
      choices: [{ index: 0, delta, finish_reason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
    const isCall = 'tool' in step;
    const called = isCall && { name: step.tool, arguments: JSON.stringify(step.input) };
    const delta = isCall
      ? {
          role: 'assistant',
          tool_calls: [{ index: 0, id: `call_${index}`, type: 'function', function: called }],
        }
      : { role: 'assistant', content: step.text };
    const events = [chunk(delta, null), chunk({}, isCall ? 'tool_calls' : 'stop')];
    return `${stream(events)}data: [DONE]\n\n`;
  },
};

/** Serves a scripted model over server-sent events. The step is chosen by the number of tool results in the request. */
export async function startModel(api: ModelApi, steps: readonly ModelStep[]): Promise<LoopbackModel> {
  const results: string[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request);
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (request.method !== 'POST' || !api.path.test(pathname)) {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"input_tokens":1,"totalTokens":1}');
        return;
      }
      const done = api.resultsOf(JSON.parse(body));
      if (done) results.splice(0, results.length, ...done.map((each) => JSON.stringify(each)));
      const step = done ? (steps[done.length] ?? { text: 'Done.' }) : { text: 'ok' };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(api.answer(step, done?.length ?? 0));
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    results,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => {
        server.close(() => closed());
      });
    },
  };
}
