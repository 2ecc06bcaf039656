import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  type ClientCapabilities,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { SekishoError } from '@sekisho/engine';
import { digestOf, propertyOf, type McpRelayOptions } from '@sekisho/engine/integration';
import type { AskedQuestion, Caller } from './approval-wait.ts';
import { upstreamError, type GatedRequest, type GatedResult, type ProxySession } from './proxy-session.ts';
import type { UpstreamQuestions } from './upstream-questions.ts';
import type { Upstreams } from './upstreams.ts';

/** What a server for one client needs. */
export interface ProxyServerParts {
  readonly upstreams: Upstreams;
  readonly session: ProxySession;
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
  readonly version: string;
  readonly state: {
    mint(asked: AskedQuestion, context: ServerContext): Promise<string>;
    verify(state: string, context: ServerContext): Promise<AskedQuestion>;
  };
  readonly questions: UpstreamQuestions;
}

/** Performs a request. Errors of the upstream protocol are passed on unchanged; other failures become a text. */
export async function perform(
  session: ProxySession,
  request: GatedRequest,
  caller: Caller,
): Promise<GatedResult> {
  try {
    return await session.perform(request, caller);
  } catch (error) {
    const upstream = upstreamError(error);
    if (upstream)
      throw new ProtocolError(
        upstream.code,
        upstream.message.replace(/^MCP error -?\d+: /, ''),
        upstream.data,
      );
    if (!(error instanceof SekishoError)) throw error;
    return { kind: 'refused', text: `${error.code}: ${error.message}` };
  }
}

/** Returns the client of a request. */
export function callerOf(
  server: Server,
  { state, questions }: ProxyServerParts,
  context: ServerContext,
): Caller {
  const { mcpReq, http } = context;
  // Clients of the 2025 protocol declare these once, when they connect; later ones with each request. The SDK has validated them.
  const { envelope } = mcpReq;
  const info = propertyOf(envelope, CLIENT_INFO_META_KEY);
  const name = isNamed(info) ? info.name : (server.getClientVersion()?.name ?? 'unknown client');
  const declared = propertyOf(envelope, CLIENT_CAPABILITIES_META_KEY);
  const capabilities = isCapabilities(declared) ? declared : (server.getClientCapabilities() ?? {});
  const { elicitation } = capabilities;
  const { progressToken, ...meta } = mcpReq._meta ?? {};
  // A client of the 2025 protocol receives all messages until it sets a level.
  const level = envelope ? propertyOf(envelope, LOG_LEVEL_META_KEY) : 'debug';
  let sent: Promise<unknown> | undefined;
  const sendProgress = (progress: object) => {
    if (progressToken === undefined) return;
    const params = { ...progress, progressToken };
    // A client that has left does not receive progress.
    const notified = mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    sent = Promise.all([sent, notified]);
  };
  return {
    name,
    connection: envelope ? JSON.stringify([http?.authInfo?.clientId, name]) : server,
    capabilities,
    callId: callIdOf(meta),
    meta: {
      ...meta,
      [CLIENT_CAPABILITIES_META_KEY]: questions.capabilitiesFor(capabilities),
      ...(level !== undefined && { [LOG_LEVEL_META_KEY]: level }),
    },
    signal: mcpReq.signal,
    wantsProgress: progressToken !== undefined,
    sendProgress,
    progressSent: () => sent,
    // A client that declares no mode supports forms.
    elicits: {
      form: elicitation ? elicitation.form !== undefined || elicitation.url === undefined : false,
      url: elicitation?.url !== undefined,
    },
    asked: mcpReq.requestState<AskedQuestion>(),
    answers: mcpReq.inputResponses,
    log: ({ level: logged, data, logger }) => void mcpReq.log(logged, data, logger).catch(() => undefined),
    seal: (asked) => state.mint(asked, context),
  };
}

/** Returns the id under which the hooks of Claude Code and Codex see the same call. */
function callIdOf(meta: object): string | undefined {
  const id = propertyOf(meta, 'claudecode/toolUseId') ?? propertyOf(meta, 'callId');
  return typeof id === 'string' ? id : undefined;
}

const isNamed = (value: unknown): value is { readonly name: string } =>
  typeof propertyOf(value, 'name') === 'string';

const isCapabilities = (value: unknown): value is ClientCapabilities =>
  typeof value === 'object' && value !== null;

/** A request of a client for an upstream server. */
interface RelayedRequest extends Omit<GatedRequest, 'execute' | 'digest'> {
  readonly serverId: string;
  readonly execute: (args: GatedRequest['args'], options: McpRelayOptions) => Promise<object>;
}

/** Passes a request of a client through the gate to a server. While the server requires input, the client is asked for it. */
export async function relayRequest(
  { session, questions }: ProxyServerParts,
  { serverId, execute, ...request }: RelayedRequest,
  caller: Caller,
): Promise<GatedResult> {
  const digest = digestOf([request.tool.id, request.args]);
  // Equal calls of another session belong to another run, with its own decisions.
  const call = digestOf([session.name, digest]);
  const result = await questions.during({ serverId, call }, caller, (open) => {
    const options = {
      meta: caller.meta,
      signal: open.signal,
      provideInput: open.provideInput,
      ...(caller.wantsProgress && { onProgress: open.onProgress }),
    };
    const gated = { ...request, digest, execute: (args: GatedRequest['args']) => execute(args, options) };
    return perform(session, gated, { ...caller, signal: open.signal });
  });
  await caller.progressSent();
  return result;
}
