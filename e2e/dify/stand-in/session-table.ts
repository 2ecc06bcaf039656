import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { InnerApiCaller } from './call-inner-api.ts';
import type { PluginLink } from './plugin-link.ts';
import { SessionStream } from './session-stream.ts';

const eventSchema = z.object({ event: z.string(), session_id: z.string().nullish(), data: z.unknown() });
const sessionMessageSchema = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });
const invokeSchema = z.object({
  type: z.string(),
  backwards_request_id: z.string(),
  request: z.record(z.string(), z.unknown()),
});

/** A request to a plugin. */
export type PluginRequest = {
  tenant: string;
  userId: string;
  appId: string | null;
  context: unknown;
  data: Record<string, unknown>;
  /** The number of items that may wait for a slow reader; further items are dropped, as in the daemon. */
  queueLimit: number;
};

/** The requests in progress of one plugin process. It parses the lines of the process. */
export class SessionTable {
  readonly #sessions = new Map<string, { request: PluginRequest; items: SessionStream }>();
  readonly #link: PluginLink;
  readonly #callInnerApi: InnerApiCaller;
  /** Called at each heartbeat. */
  onHeartbeat: () => void = () => {};

  constructor(link: PluginLink, callInnerApi: InnerApiCaller) {
    this.#link = link;
    this.#callInnerApi = callInnerApi;
  }

  /** Sends a request and returns the stream of its response. */
  open(request: PluginRequest): SessionStream {
    const id = randomUUID();
    const items = new SessionStream(request.queueLimit, () => this.#sessions.delete(id));
    this.#sessions.set(id, { request, items });
    this.#link.send({
      ...this.#head(id),
      event: 'request',
      data: { user_id: request.userId, ...request.data },
    });
    return items;
  }

  /** Parses a line of the plugin; a line that is not an event is ignored. */
  readLine(line: string): void {
    const event = eventSchema.safeParse(toJson(line));
    if (!event.success) return;
    if (event.data.event === 'heartbeat') this.onHeartbeat();
    if (event.data.event === 'session') this.#readSession(event.data.session_id ?? '', event.data.data);
  }

  /** Fails every request in progress, because the plugin has ended. */
  failAll(message: string): void {
    for (const { items } of this.#sessions.values()) {
      items.fail({ error_type: 'PluginDaemonInnerError', message, args: null });
    }
    this.#sessions.clear();
  }

  #readSession(id: string, data: unknown): void {
    const session = this.#sessions.get(id);
    const message = sessionMessageSchema.safeParse(data);
    if (session === undefined || !message.success) return;
    const { items } = session;
    switch (message.data.type) {
      case 'stream':
        items.push(message.data.data);
        return;
      case 'end':
        items.end();
        return;
      case 'error':
        items.fail({
          error_type: 'PluginInvokeError',
          message: JSON.stringify(message.data.data),
          args: null,
        });
        return;
      case 'invoke':
        void this.#answerCall(id, session.request, invokeSchema.parse(message.data.data));
        return;
    }
    items.fail({ error_type: 'unknown_stream_message_type', message: message.data.type, args: null });
  }

  async #answerCall(id: string, request: PluginRequest, call: z.infer<typeof invokeSchema>): Promise<void> {
    const reply = (event: string, message: string, data: unknown) =>
      this.#link.send({
        ...this.#head(id),
        event: 'backwards_response',
        data: { backwards_request_id: call.backwards_request_id, event, message, data },
      });
    try {
      if (request.data['type'] === 'model') throw new Error('you can not invoke dify from model');
      const body = { ...call.request, tenant_id: request.tenant, user_id: request.userId, type: call.type };
      for await (const item of this.#callInnerApi(call.type, body)) reply('response', 'stream', item);
    } catch (error) {
      reply('error', error instanceof Error ? error.message : 'failed', null);
    }
    reply('end', '', null);
  }

  #head(id: string): object {
    const { appId = null, context = {} } = this.#sessions.get(id)?.request ?? {};
    return {
      session_id: id,
      conversation_id: null,
      message_id: null,
      app_id: appId,
      endpoint_id: null,
      context,
    };
  }
}

function toJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
