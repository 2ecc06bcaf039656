import { join } from 'node:path';
import {
  createRequestStateCodec,
  type LoggingMessageNotificationParams,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createEngine, loadSecret, RuleSafetyAgent, type Engine } from '@sekisho/engine';
import { digestOf, VERSION } from '@sekisho/engine/integration';
import { z } from 'zod';
import { ApprovalWait, type AskedQuestion } from './approval-wait.ts';
import { openGateway } from './open-gateway.ts';
import { requireScope, type ProxySettings } from './proxy-config.ts';
import { createProxyServer } from './proxy-server.ts';
import { ProxySession } from './proxy-session.ts';
import { UpstreamQuestions } from './upstream-questions.ts';
import { Upstreams } from './upstreams.ts';

/** The options of a proxy besides its settings. */
export interface ProxyOptions extends ProxySettings {
  /** The folder of the store, the key and the accepted tool definitions. */
  readonly directory: string;
  /** How long a call of a dead process blocks its session. */
  readonly leaseMs?: number | undefined;
  readonly clock?: (() => number) | undefined;
  /** Returns what the user wrote before a call, by the client's id of the call. */
  readonly wordsOf?: ((callId: string) => Promise<readonly string[]>) | undefined;
}

/** The gate in front of MCP servers. */
export interface Proxy {
  readonly engine: Engine;
  /** Creates the server for one connection or request of a client. Only a connection receives notifications of the servers. */
  connect(session: string, scope?: 'connection' | 'request'): Server;
  /** Receives the notifications of the servers that clients may see. Returns a function that removes the listener. */
  onNotification(listener: NotificationListener): () => void;
  close(): Promise<void>;
}

/** Receives a notification of a server. */
type NotificationListener = (method: string, params: Readonly<Record<string, unknown>>) => void;

/** The name of the integration in the ids of runs, and of the application in the console. */
const NAME = 'mcp-proxy';
const LEASE_MS = 10_000;
/** The number of denied calls that ends a session. */
const MAX_DENIALS = 25;

/** Connects to the servers and opens the store. */
export async function createProxy(options: ProxyOptions): Promise<Proxy> {
  const { directory, profile, servers, leaseMs = LEASE_MS, clock = Date.now } = options;
  requireScope(options);
  const gateway = openGateway(options, directory);
  const engine = createEngine({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory },
    application: NAME,
    mcp: gateway,
    leaseMs,
    clock,
    integration: { name: NAME, onDeny: { maxDenials: MAX_DENIALS }, userText: 'unknown' },
  });
  const upstreams = new Upstreams(gateway, { profile, prefix: options.prefix ?? servers.length > 1 });
  const { roots, sampling } = options;
  const questions = new UpstreamQuestions({ roots: roots.length > 0 ? roots : undefined, sampling });
  const sessions = new Map<string, ProxySession>();
  const listeners = new Set<NotificationListener>();
  const onNotification = (listener: NotificationListener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const close = async () => {
    questions.close();
    await Promise.allSettled([...sessions.values()].map((session) => session.close()));
    await gateway.close();
    await engine.close();
  };
  try {
    await upstreams.connect(servers, {
      capabilities: { elicitation: { form: {}, url: {} }, roots: {}, ...(sampling && { sampling: {} }) },
      reply: (serverId, request) => questions.reply(serverId, request),
      notified: (serverId, method, params) => {
        const callers = questions.callersOf(serverId);
        const message = logSchema.safeParse(method === LOG ? params : undefined).data;
        if (message && callers.size > 0) for (const caller of callers.values()) caller.log(message);
        else if (RELAYED.has(method)) for (const listener of listeners) listener(method, params);
      },
    });
    const [capabilities, instructions] = await Promise.all([
      upstreams.capabilities(),
      upstreams.instructions(),
    ]);
    const { current: key } = loadSecret(join(directory, 'proxy-key'), undefined);
    const codec = createRequestStateCodec<AskedQuestion>({
      key,
      ttlSeconds: 3_600,
      bind: ({ mcpReq, http }: ServerContext) => digestOf([mcpReq.method, http?.authInfo?.clientId ?? '']),
    });
    const wait = new ApprovalWait(engine, { ...options, clock });
    const sessionOf = (name: string) => {
      const known = sessions.get(name);
      if (known) return known;
      const { facts, wordsOf } = options;
      const session = new ProxySession(engine, {
        name,
        agent: name,
        profile,
        facts,
        directory,
        leaseMs,
        wait,
        wordsOf,
      });
      sessions.set(name, session);
      return session;
    };
    return {
      engine,
      connect: (name, scope = 'request') => {
        const server = createProxyServer({
          upstreams,
          session: sessionOf(name),
          capabilities,
          instructions,
          version: VERSION,
          questions,
          state: { mint: (asked, context) => codec.mint(asked, context), verify: codec.verify },
        });
        if (scope === 'connection') {
          const stop = onNotification((method, params) => {
            const message = logSchema.safeParse(method === LOG ? params : undefined).data;
            const sent = message
              ? server.sendLoggingMessage(message)
              : server.notification({ method, params: { ...params } });
            // A client that has left receives nothing.
            sent.catch(() => undefined);
          });
          // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server of the SDK is not an event target
          server.onclose = stop;
        }
        return server;
      },
      onNotification,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const LOG = 'notifications/message';
const logSchema = z.custom<LoggingMessageNotificationParams>(
  (params) => typeof params === 'object' && params !== null && 'level' in params && 'data' in params,
);

const RELAYED: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/updated',
  LOG,
]);
