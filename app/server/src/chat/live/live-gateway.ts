import { upgradeWebSocket, type WebSocketServerLike } from '@hono/node-server';
import { WebSocket, WebSocketServer } from 'ws';
import { createRouter } from '../../http/app-environment.ts';
import { sendProblem } from '../../http/problem.ts';
import { LiveConnection, type LiveConnectionOptions, type LiveReader } from './live-connection.ts';

const MAX_FRAME_BYTES = 64 * 1024;
const MAX_CONNECTIONS_PER_USER = 20;

/** The dependencies of the gateway in addition to those of its connections. */
export type LiveGatewayOptions = LiveConnectionOptions & {
  /** Other origins whose pages may connect. The service's own origin is always allowed. */
  allowedOrigins: readonly string[];
};

/** The WebSocket endpoint of the chat: `GET /ai-agent/live`, with the same authentication as all routes. */
export class LiveGateway {
  /** Accepts upgraded sockets. The HTTP server needs it. */
  readonly socketServer = openSocketServer();
  readonly #options: LiveGatewayOptions;
  readonly #open = new Set<LiveConnection>();

  constructor(options: LiveGatewayOptions) {
    this.#options = options;
  }

  /** Creates the route. Errors are ordinary problems, because the connection is not open yet. */
  createRoutes() {
    return createRouter().get('/ai-agent/live', async (c, next) => {
      const userId = c.get('userId');
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
        c.header('Upgrade', 'websocket');
        return sendProblem(c, {
          status: 426,
          code: 'UpgradeRequired',
          title: 'This path only accepts WebSocket connections.',
        });
      }
      // A browser sends cookies with a connection from any page, but it also sends the origin of the page.
      if (!this.#mayConnect(c.req.header('origin'), new URL(c.req.url).host)) {
        return sendProblem(c, {
          status: 403,
          code: 'ForeignOrigin',
          title: 'The origin of this page is not allowed. Add it to ALLOWED_ORIGINS.',
        });
      }
      if (this.#options.hub.count(userId) >= MAX_CONNECTIONS_PER_USER) {
        const facts = { retryAfterMs: 60_000 };
        const title = 'This user has too many open connections. Close one and retry.';
        return sendProblem(c, { status: 429, code: 'TooManyConnections', title, facts });
      }
      const upgraded = await upgradeWebSocket(() => this.#connect({ userId, findUser: c.get('findUser') }))(
        c,
        next,
      );
      return (
        upgraded ??
        sendProblem(c, {
          status: 500,
          code: 'Internal',
          title: 'The WebSocket connection could not be opened.',
        })
      );
    });
  }

  /** Notifies every client of the shutdown. Without this the HTTP server would wait for them. */
  close(): void {
    for (const connection of this.#open) connection.shutDown();
    this.#open.clear();
  }

  #mayConnect(origin: string | undefined, host: string): boolean {
    if (origin === undefined) return true;
    if (this.#options.allowedOrigins.includes(origin)) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }

  #connect(reader: LiveReader) {
    let connection: LiveConnection | undefined;
    return {
      onOpen: (_event: Event, { raw }: { raw?: unknown }) => {
        if (!(raw instanceof WebSocket)) return;
        connection = new LiveConnection(raw, reader, this.#options);
        this.#open.add(connection);
      },
      onMessage: ({ data }: MessageEvent) => void connection?.receive(data),
      onClose: () => {
        connection?.dispose();
        if (connection) this.#open.delete(connection);
      },
      // The socket emits `close` after an error, and that event is handled.
      onError: () => undefined,
    };
  }
}

function openSocketServer(): WebSocketServerLike {
  // Connections send pongs themselves, because the library also sends them to clients that read nothing.
  const settings = { noServer: true, maxPayload: MAX_FRAME_BYTES, autoPong: false };
  const server: unknown = new WebSocketServer(settings);
  if (!isSocketServer(server)) throw new TypeError('There is no WebSocket server.');
  return server;
}

// The types of the two packages differ in parameters that are not used here; the objects are compatible.
function isSocketServer(value: unknown): value is WebSocketServerLike {
  return value instanceof WebSocketServer;
}
