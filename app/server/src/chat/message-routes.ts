import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { createRouter, type AppEnvironment } from '../http/app-environment.ts';
import { answer, body, idSchema, post } from '../http/http-schemas.ts';
import { isDisconnected, clientClosedResponse } from '../http/is-disconnected.ts';
import { describeProblem, toProblem } from '../http/problem.ts';
import { postMessageSchema } from './chat-schemas.ts';
import { messageReplySchema } from './message-reply.ts';
import type { ProcessUserMessageUseCase, UserMessage } from './process-user-message-use-case.ts';

const HEARTBEAT_MS = 15_000;

const postMessage = post(
  '/ai-agent/sessions/{sessionId}/messages',
  {
    params: z.object({ sessionId: idSchema }),
    headers: z.object({
      'idempotency-key': z.string().min(1).max(200).optional().openapi({ example: 'message-1' }),
    }),
    body: body(postMessageSchema),
  },
  {
    200: {
      description: 'The reply; as events when the client accepts text/event-stream',
      content: {
        ...answer(messageReplySchema, '').content,
        'text/event-stream': { schema: z.string() },
      },
    },
  },
);

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

type StreamEvent = { event: string; data: string };

/** A queue of events between a producer and the stream that sends them. */
class EventQueue {
  #events: StreamEvent[] = [];
  #wake: (() => void) | undefined;
  #isEnded = false;

  push(event: string, data: unknown): void {
    this.#events.push({ event, data: JSON.stringify(data) });
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Yields every event until the end. */
  async *read(): AsyncGenerator<StreamEvent> {
    for (;;) {
      const events = this.#events;
      this.#events = [];
      yield* events;
      if (this.#events.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
