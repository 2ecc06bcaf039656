import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A step of the scripted model: a tool call, or a text that ends the turn. */
export type ModelStep = { readonly tool: string; readonly input: object } | { readonly text: string };

/** A model on this machine. It answers the n-th request of a conversation with the n-th step. */
export interface LoopbackModel {
  readonly url: string;
  readonly results: readonly string[];
  close(): Promise<void>;
}

/** Serves Anthropic's Messages API over server-sent events. The step is chosen by the tool results in the request. */
export async function startMessagesModel(steps: readonly ModelStep[]): Promise<LoopbackModel> {
  const results: string[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request);
      if (
        request.method !== 'POST' ||
        !request.url?.startsWith('/v1/messages') ||
        request.url.includes('count_tokens')
      ) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":1}');
        return;
      }
      const { messages = [], tools = [] } = JSON.parse(body);
      const blocks = messages.flatMap(({ content }: { content: unknown }) =>
        Array.isArray(content) ? content : [],
      );
      const done = blocks.filter(({ type }: { type: string }) => type === 'tool_result');
      results.splice(0, results.length, ...done.map((each: object) => JSON.stringify(each)));
      // Requests without tools are the client's own, such as titles.
      const step = tools.length === 0 ? { text: 'ok' } : (steps[done.length] ?? { text: 'Done.' });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const [event, data] of eventsOf(step, done.length))
        response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`);
      response.end();
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

function eventsOf(step: ModelStep, index: number): [string, object][] {
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
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${index}`, name: step.tool, input: {} }
    : { type: 'text', text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) }
    : { type: 'text_delta', text: step.text };
  return [
    ['message_start', { message }],
    ['content_block_start', { index: 0, content_block: block }],
    ['content_block_delta', { index: 0, delta }],
    ['content_block_stop', { index: 0 }],
    [
      'message_delta',
      { delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
    ],
    ['message_stop', {}],
  ];
}
