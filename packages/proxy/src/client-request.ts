import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  isSpecType,
  ProtocolError,
  type ClientCapabilities,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { SekishoError } from '@sekisho/engine';
import { digestOf, type McpRelayOptions } from '@sekisho/engine/integration';
import { z } from 'zod';
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
export function callerOf(server: Server, { state }: ProxyServerParts, context: ServerContext): Caller {
  const { mcpReq, http } = context;
  // Clients of the 2025 protocol declare both once, when they connect; later ones with each request.
  const envelope = envelopeOf(context);
  const name = (envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion())?.name ?? 'unknown client';
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  const { elicitation } = capabilities;
  const progressToken = mcpReq._meta?.progressToken;
  let sent: Promise<unknown> = Promise.resolve();
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
    signal: mcpReq.signal,
    wantsProgress: progressToken !== undefined,
    sendProgress,
    progressSent: () => sent,
    // A client that declares no mode supports forms.
    elicits: {
      form: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
      url: elicitation?.url !== undefined,
    },
    asked: mcpReq.requestState<AskedQuestion>(),
    answers: mcpReq.inputResponses,
    log: ({ level, data, logger }) => void mcpReq.log(level, data, logger).catch(() => undefined),
    seal: (asked) => state.mint(asked, context),
  };
}

/** A request of a client for an upstream server. */
interface RelayedRequest extends Omit<GatedRequest, 'execute'> {
  readonly serverId: string;
  readonly execute: (args: GatedRequest['args'], options: McpRelayOptions) => Promise<object>;
}

/** Passes a request of a client through the gate to a server. While the server requires input, the client is asked for it. */
export async function relayRequest(
  parts: ProxyServerParts,
  { serverId, execute, ...request }: RelayedRequest,
  { caller, context }: { readonly caller: Caller; readonly context: ServerContext },
): Promise<GatedResult> {
  const meta = relayedMeta(parts, caller, context);
  const call = digestOf([request.tool.id, request.args]);
  const result = await parts.questions.during({ serverId, call }, caller, (open) => {
    const options = {
      meta,
      signal: open.signal,
      provideInput: open.provideInput,
      ...(caller.wantsProgress && { onProgress: open.onProgress }),
    };
    const gated = { ...request, execute: (args: GatedRequest['args']) => execute(args, options) };
    return perform(parts.session, gated, { ...caller, signal: open.signal });
  });
  await caller.progressSent();
  return result;
}

/** Returns the `_meta` of a request for a server: the fields of the client, without those of its connection. */
export function relayedMeta(
  { questions }: Pick<ProxyServerParts, 'questions'>,
  { capabilities }: Caller,
  context: ServerContext,
): Record<string, unknown> {
  const { progressToken: _token, ...meta } = context.mcpReq._meta ?? {};
  const envelope = envelopeOf(context);
  // A client of the 2025 protocol receives all messages until it sets a level.
  const level = envelope ? envelope[LOG_LEVEL_META_KEY] : 'debug';
  return {
    ...meta,
    [CLIENT_CAPABILITIES_META_KEY]: questions.capabilitiesFor(capabilities),
    ...(level !== undefined && { [LOG_LEVEL_META_KEY]: level }),
  };
}

/** Returns the fields of the 2026 protocol of a request. A client of the 2025 protocol sends none. */
function envelopeOf({ mcpReq }: ServerContext) {
  return mcpReq.envelope && envelopeSchema.safeParse(mcpReq.envelope).data;
}

const envelopeSchema = z.looseObject({
  [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }).optional(),
  [CLIENT_CAPABILITIES_META_KEY]: z.custom<ClientCapabilities>(isSpecType.ClientCapabilities).optional(),
  [LOG_LEVEL_META_KEY]: z.string().optional(),
});
