import { createServer } from 'node:http';

/** A call of the simulated model. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

/** A simulated Messages API on loopback: it requests the calls until a message contains a result, and then writes a text. */
export async function startLoopbackModel(calls: readonly ModelCall[]) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { tools = [], messages = [] } = body === '' ? {} : JSON.parse(body);
      const isDone = tools.length === 0 || JSON.stringify(messages).includes('"tool_result"');
      const blocks = isDone
        ? [{ type: 'text', text: '' }]
        : calls.map(({ id, name }) => ({ type: 'tool_use', id, name, input: {} }));
      const deltas = isDone
        ? [{ type: 'text_delta', text: 'Done.' }]
        : calls.map(({ input }) => ({ type: 'input_json_delta', partial_json: JSON.stringify(input) }));
      const usage = { input_tokens: 1, output_tokens: 1 };
      const events = [
        {
          type: 'message_start',
          message: {
            id: `msg_${Date.now()}`,
            type: 'message',
            role: 'assistant',
            model: 'simulated',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage,
          },
        },
        ...blocks.flatMap((content_block, index) => [
          { type: 'content_block_start', index, content_block },
          { type: 'content_block_delta', index, delta: deltas[index] },
          { type: 'content_block_stop', index },
        ]),
        {
          type: 'message_delta',
          delta: { stop_reason: isDone ? 'end_turn' : 'tool_use', stop_sequence: null },
          usage,
        },
        { type: 'message_stop' },
      ];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
