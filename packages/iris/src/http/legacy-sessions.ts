import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

type Session = { transport: WebStandardStreamableHTTPServerTransport; owner: string; usedAt: number };

const IDLE_MS = 30 * 60 * 1000;

/** Connections of the 2025 era, which need a session so that answers, cancellations and questions find their way. */
export class LegacySessions {
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: () => Server;
  readonly #now: () => number;
  readonly #capacity: number;

  constructor(options: { createServer: () => Server; now: () => number; capacity?: number }) {
    this.#createServer = options.createServer;
    this.#now = options.now;
    this.#capacity = options.capacity ?? 200;
  }

  /** Opens a session for an `initialize` request. */
  async open(request: Request, body: unknown, auth: AuthInfo | undefined): Promise<Response> {
    await this.#closeIdle();
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, owner: auth?.clientId ?? '', usedAt: this.#now() });
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await this.#createServer().connect(transport);
    return transport.handleRequest(request, { parsedBody: body, ...(auth ? { authInfo: auth } : {}) });
  }

  /** Passes a request on to its session; undefined when there is none, or it is somebody else's. */
  async pass(
    id: string,
    request: Request,
    { body, auth }: { body: unknown; auth: AuthInfo | undefined },
  ): Promise<Response | undefined> {
    const session = this.#sessions.get(id);
    if (!session || session.owner !== (auth?.clientId ?? '')) return undefined;
    session.usedAt = this.#now();
    return session.transport.handleRequest(request, {
      ...(body === undefined ? {} : { parsedBody: body }),
      ...(auth ? { authInfo: auth } : {}),
    });
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({ transport }) => transport.close()));
  }

  async #closeIdle(): Promise<void> {
    const byAge = [...this.#sessions].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [id, { transport, usedAt }] of byAge) {
      if (this.#now() - usedAt < IDLE_MS && this.#sessions.size < this.#capacity) break;
      this.#sessions.delete(id);
      await transport.close();
    }
  }
}
