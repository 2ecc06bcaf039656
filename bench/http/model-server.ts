import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { modelRequestSchema, scriptedResponse, streamedEvents } from './scripted-response.ts';

// A program: serves the scripted model as the Responses API on loopback, sends its URL to the parent process, and ends
// with it.
const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: String(error) } }));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.send?.({ url: `http://127.0.0.1:${port}/v1` });
});
process.on('disconnect', () => process.exit());

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = modelRequestSchema.parse(await json(request));
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(scriptedResponse(body)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sequence = 0;
  for (const event of streamedEvents(body)) {
    response.write(
      `event: ${String(event['type'])}\ndata: ${JSON.stringify({ ...event, sequence_number: sequence })}\n\n`,
    );
    sequence += 1;
  }
  response.end();
}
