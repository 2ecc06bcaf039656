import { upgradeWebSocket, type WebSocketServerLike } from '@hono/node-server';
import { WebSocket, WebSocketServer } from 'ws';
import { createRouter } from './app-environment.ts';
import { LiveConnection, type LiveConnectionOptions, type LiveReader } from './live-connection.ts';
import { sendProblem } from './problem.ts';

const MAX_FRAME_BYTES = 64 * 1024;
const MAX_CONNECTIONS_PER_USER = 20;

/** What the gateway needs besides what its connections need. */
export type LiveGatewayOptions = LiveConnectionOptions & {
  /** Pages of other origins that may connect; the service's own always may. */
  allowedOrigins: readonly string[];
};

/** The WebSocket side of the chat: `GET /ai-agent/live`, behind the same authentication as everything else. */
export class LiveGateway {
  /** Takes over sockets that asked for an upgrade; the HTTP server needs it. */
  readonly socketServer = openSocketServer();
  readonly #options: LiveGatewayOptions;
  readonly #open = new Set<LiveConnection>();

  constructor(options: LiveGatewayOptions) {
    this.#options = options;
  }

  /** The route; refusals are ordinary problems, because the connection is not open yet. */
  createRoutes() {
    return createRouter().get('/ai-agent/live', async (c, next) => {
      const userId = c.get('userId');
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
        c.header('Upgrade', 'websocket');
        return sendProblem(c, { status: 426, code: 'UpgradeRequired', title: 'This is a WebSocket.' });
      }
      // A browser sends cookies and addresses along with any page's wish to connect, but not without naming the page.
      if (!this.#mayConnect(c.req.header('origin'), new URL(c.req.url).host)) {
        return sendProblem(c, { status: 403, code: 'ForeignOrigin', title: 'This page may not connect.' });
      }
      if (this.#options.hub.count(userId) >= MAX_CONNECTIONS_PER_USER) {
        const facts = { retryAfterMs: 60_000 };
        const title = 'This user has too many open connections.';
        return sendProblem(c, { status: 429, code: 'TooManyConnections', title, facts });
      }
      const upgraded = await upgradeWebSocket(() => this.#connect({ userId, findUser: c.get('findUser') }))(
        c,
        next,
      );
      return upgraded ?? sendProblem(c, { status: 500, code: 'Internal', title: 'No connection was made.' });
    });
  }

  /** Tells every reader that the service ends; without this the HTTP server would wait for them. */
  close(): void {
    for (const connection of this.#open) connection.leave();
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
        connection?.forget();
        if (connection) this.#open.delete(connection);
      },
      // The socket closes after an error, and that is what counts.
      onError: () => undefined,
    };
  }
}

function openSocketServer(): WebSocketServerLike {
  // Connections answer pings themselves, because the library does so for whoever reads no answer, too.
  const settings = { noServer: true, maxPayload: MAX_FRAME_BYTES, autoPong: false };
  const server: unknown = new WebSocketServer(settings);
  if (!isSocketServer(server)) throw new TypeError('There is no WebSocket server.');
  return server;
}

// The types of the two packages disagree about parameters that are not used here; the objects do not.
function isSocketServer(value: unknown): value is WebSocketServerLike {
  return value instanceof WebSocketServer;
}
