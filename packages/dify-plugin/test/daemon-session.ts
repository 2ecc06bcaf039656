/** An item of a response, with the fields that the tests read. */
export type StreamItem = {
  type: string;
  message: {
    text: string;
    id: string;
    sequence: number;
    total_length: number;
    blob: string;
    end: boolean;
    json_object: Record<string, unknown>;
    variable_value: unknown;
  };
  delta: { message: { content: string } };
};

/** A call of the plugin, with the fields that the tests read. */
export type DifyCall = {
  type: string;
  backwards_request_id: string;
  request: { model: string; opt: string; key: string; value: string };
};

type PluginError = { error_type: string; message: string; args: Record<string, string> };
type LogLine = { level: string; message: string; timestamp: number };
type SessionEvent = { session_id: string; data: { type: string; data: unknown } };

/** One request from the view of the simulated daemon. */
export type DaemonSession = {
  id: string;
  items: StreamItem[];
  errors: PluginError[];
  ends: number;
  /** Messages after the end; a correct plugin sends none. */
  late: unknown[];
  /** The arrival time of each item. */
  arrivals: number[];
  done: Promise<void>;
};

/** The response of the simulated Dify to a call of the plugin: items, or a thrown error. */
export type AnswerCall = (call: DifyCall) => Iterable<unknown> | AsyncIterable<unknown>;

/** Records every session. All transports of the simulator share it. */
export class SessionRecorder {
  readonly sessions = new Map<string, DaemonSession & { finish(): void }>();
  readonly heartbeats: number[] = [];
  readonly logs: LogLine[] = [];
  readonly noise: string[] = [];
  readonly lines: string[] = [];

  open(id: string): DaemonSession {
    const { promise, resolve } = Promise.withResolvers<void>();
    const session = {
      id,
      items: [],
      errors: [],
      ends: 0,
      late: [],
      arrivals: [],
      done: promise,
      finish: resolve,
    };
    this.sessions.set(id, session);
    return session;
  }

  /** Parses a line like the daemon. Returns a call to Dify when the line is one. */
  read(line: string): { sessionId: string; call: DifyCall } | undefined {
    this.lines.push(line);
    if (Buffer.byteLength(line) > 5 * 1024 * 1024)
      throw new Error('The daemon kills the plugin: line too long.');
    let event: SessionEvent & { event: string; data: LogLine };
    try {
      event = JSON.parse(line);
    } catch {
      this.noise.push(line);
      return undefined;
    }
    if (event.event === 'heartbeat') this.heartbeats.push(Date.now());
    else if (event.event === 'log') this.logs.push(event.data);
    else if (event.event === 'session') return this.#readSession(event);
    else this.noise.push(line);
    return undefined;
  }

  #readSession(event: SessionEvent): ReturnType<SessionRecorder['read']> {
    const session = this.sessions.get(event.session_id);
    const { type, data } = event.data;
    if (session === undefined) throw new Error(`A message for an unknown session ${event.session_id}.`);
    if (data === undefined || data === null)
      throw new Error('A message without data is dropped by the daemon.');
    if (session.ends > 0) {
      session.late.push(event.data);
      return undefined;
    }
    switch (type) {
      case 'stream':
        session.items.push(data as StreamItem);
        session.arrivals.push(performance.now());
        break;
      case 'error':
        session.errors.push(data as PluginError);
        if (Object.keys((data as PluginError).args).length > 10)
          throw new Error('The daemon loses errors with more than ten args.');
        break;
      case 'end':
        session.ends += 1;
        session.finish();
        break;
      case 'invoke':
        return { sessionId: session.id, call: data as DifyCall };
      default:
        throw new Error(`unknown_stream_message_type ${type}`);
    }
    return undefined;
  }
}

/** Returns the line with a request to a plugin. */
export function toRequestLine(id: string, data: object, head: object = {}): string {
  return `${JSON.stringify({
    session_id: id,
    conversation_id: null,
    message_id: null,
    app_id: null,
    endpoint_id: null,
    context: {},
    ...head,
    event: 'request',
    data: { user_id: 'u-1', ...data },
  })}\n`;
}

/** Yields the responses of Dify to one call, as the daemon frames them. */
export async function* toBackwardsResponses(
  sessionId: string,
  call: DifyCall,
  answer: AnswerCall,
): AsyncGenerator<string> {
  const frame = (data: object) =>
    `${JSON.stringify({
      session_id: sessionId,
      context: {},
      event: 'backwards_response',
      data: { backwards_request_id: call.backwards_request_id, message: 'stream', ...data },
    })}\n`;
  try {
    for await (const item of answer(call)) yield frame({ event: 'response', data: item });
  } catch (error) {
    yield frame({ event: 'error', message: error instanceof Error ? error.message : 'failed' });
  }
  yield frame({ event: 'end' });
}
