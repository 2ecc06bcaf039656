import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { messageReplySchema } from '../application/message-reply.ts';
import type { ProcessUserMessageUseCase, UserMessage } from '../application/process-user-message-use-case.ts';
import { createRouter, type AppEnvironment } from './app-environment.ts';
import { EventQueue } from './event-queue.ts';
import { isDisconnected, clientClosedResponse } from './is-disconnected.ts';
import { answer, body, idSchema, postMessageSchema, problems } from './http-schemas.ts';
import { describeProblem, toProblem } from './problem.ts';

const HEARTBEAT_MS = 15_000;

const postMessage = createRoute({
  method: 'post',
  path: '/ai-agent/sessions/{sessionId}/messages',
  request: {
    params: z.object({ sessionId: idSchema }),
    headers: z.object({
      'idempotency-key': z.string().min(1).max(200).optional().openapi({ example: 'message-1' }),
    }),
    body: body(postMessageSchema),
  },
  responses: {
    200: {
      description: 'The reply; as events when the client accepts text/event-stream',
      content: {
        ...answer(messageReplySchema, '').content,
        'text/event-stream': { schema: z.string() },
      },
    },
    ...problems,
  },
});

/** `onError` receives errors after the response has begun, because they no longer reach the error handler. */
type MessageRoutesOptions = {
  useCase: ProcessUserMessageUseCase;
  onError: (error: unknown, requestId: string) => void;
};

/** Creates the route that replies to a message, in one response or as a stream. */
export function createMessageRoutes(options: MessageRoutesOptions) {
  const { useCase } = options;
  return createRouter().openapi(postMessage, async (c) => {
    const request = {
      sessionId: c.req.valid('param').sessionId,
      userId: c.get('userId'),
      message: c.req.valid('json').message,
      idempotencyKey: c.req.valid('header')['idempotency-key'],
    };
    const wantsEvents = (c.req.header('accept') ?? '').includes('text/event-stream');
    return wantsEvents ? streamAnswer(c, options, request) : c.json(await useCase.execute(request), 200);
  });
}

/** Streams prose while it arrives. The last event is the complete reply, which is already stored. */
async function streamAnswer(
  c: Context<AppEnvironment>,
  { useCase, onError }: MessageRoutesOptions,
  request: UserMessage,
) {
  const queue = new EventQueue();
  const begun = Promise.withResolvers<void>();
  const pushEvent = (event: string, data: unknown) => {
    queue.push(event, data);
    begun.resolve();
  };
  const finished = useCase.execute({
    ...request,
    onText: (text) => pushEvent('delta', { text }),
    onDraft: () => pushEvent('drafting', {}),
    onRestart: () => pushEvent('restart', {}),
  });
  // An error before the first text is an ordinary problem with its own status.
  await Promise.race([begun.promise, finished]);
  finished
    .then((reply) => queue.push('message', reply))
    .catch((error: unknown) => {
      const problem = toProblem(error);
      if (problem.status >= 500) onError(error, c.get('requestId'));
      queue.push('problem', { ...describeProblem(problem), facts: problem.facts });
    })
    .finally(() => queue.end());
  if (isDisconnected(c)) return clientClosedResponse();
  return streamSSE(c, async (stream) => {
    const heartbeat = setInterval(
      () => void stream.write(': waiting\n\n').catch(() => undefined),
      HEARTBEAT_MS,
    );
    try {
      for await (const event of queue.read()) {
        if (stream.aborted) return;
        await stream.writeSSE(event);
      }
    } finally {
      clearInterval(heartbeat);
    }
  });
}
