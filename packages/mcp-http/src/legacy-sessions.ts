import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

type Session = {
  transport: WebStandardStreamableHTTPServerTransport;
  owner: string;
  caller: string;
  usedAt: number;
};

const IDLE_MS = 30 * 60 * 1000;

/**
 * Connections of the 2025 protocol, which need a session to route responses, cancellations and elicitations.
 * A caller who opens too many sessions loses their own oldest session, never the session of another caller.
 */
export class LegacySessions {
  /** Sorted by last use, most recent last. */
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: () => Server;
  readonly #now: () => number;
  readonly #perCaller: number;
  readonly #capacity: number;
  #opening = 0;

  constructor(options: {
    createServer: () => Server;
    now: () => number;
    perCaller?: number;
    capacity?: number;
  }) {
    this.#createServer = options.createServer;
    this.#now = options.now;
    this.#perCaller = options.perCaller ?? 20;
    this.#capacity = options.capacity ?? 1000;
  }

  /** Opens a session for an `initialize` request; undefined when the server has too many sessions. */
  async open(
    request: Request,
    { body, auth, caller }: { body: unknown; auth: AuthInfo | undefined; caller: string },
  ): Promise<Response | undefined> {
    await this.#closeIdle();
    await this.#makeRoom(caller, this.#perCaller - 1);
    if (this.#sessions.size + this.#opening >= this.#capacity) return undefined;
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (id) => {
        this.#sessions.set(id, { transport, owner: auth?.clientId ?? '', caller, usedAt: this.#now() });
        // Checked again, because several sessions may open at the same time.
        await this.#makeRoom(caller, this.#perCaller);
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    this.#opening += 1;
    try {
      await this.#createServer().connect(transport);
      return await transport.handleRequest(request, {
        parsedBody: body,
        ...(auth ? { authInfo: auth } : {}),
      });
    } finally {
      this.#opening -= 1;
    }
  }

  /** Passes a request to its session; undefined when there is no such session or it belongs to another caller. */
  async pass(
    id: string,
    request: Request,
    { body, auth }: { body: unknown; auth: AuthInfo | undefined },
  ): Promise<Response | undefined> {
    const session = this.#sessions.get(id);
    if (!session || session.owner !== (auth?.clientId ?? '')) return undefined;
    session.usedAt = this.#now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
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
    for (const [id, { usedAt }] of this.#sessions) {
      if (this.#now() - usedAt < IDLE_MS) break;
      await this.#end(id);
    }
  }

  /** Closes the least recently used sessions of the caller until the given number is left. */
  async #makeRoom(caller: string, limit: number): Promise<void> {
    const own = [...this.#sessions].filter(([, session]) => session.caller === caller).map(([id]) => id);
    for (const id of own.slice(0, Math.max(0, own.length - limit))) await this.#end(id);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.transport.close();
  }
}
