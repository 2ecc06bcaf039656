import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { SekishoError } from '@sekisho/engine';
import { z } from 'zod';
import type { AskedQuestion, Caller } from './approval-wait.ts';
import { upstreamError, type GatedRequest, type GatedResult, type ProxySession } from './proxy-session.ts';
import type { UpstreamQuestions } from './upstream-questions.ts';
import type { Upstreams } from './upstreams.ts';

/** What a server for one client needs. */
export interface ProxyServerParts {
  readonly upstreams: Upstreams;
  readonly session: ProxySession;
  readonly capabilities: ReadonlySet<string>;
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

/** Returns the fields of `_meta` that belong to neither protocol nor connection. */
export function relayedMeta({ mcpReq }: ServerContext): Record<string, unknown> {
  const { progressToken: _token, ...meta } = mcpReq._meta ?? {};
  return meta;
}

/** Sends progress to the client of a request. */
export function progressTo({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  let sent: Promise<unknown> = Promise.resolve();
  return {
    send: (progress: object) => {
      if (progressToken === undefined) return;
      const params = { ...progress, progressToken };
      // A client that has left does not receive progress.
      const notified = mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
      sent = Promise.all([sent, notified]);
    },
    /** Resolves when all progress was sent: clients ignore progress after the result. */
    sent: () => sent,
  };
}

/** Returns the client of a request. */
export function callerOf(server: Server, { state }: ProxyServerParts, context: ServerContext): Caller {
  const { mcpReq } = context;
  // Clients of the 2025 protocol declare both once, when they connect; later ones with each request.
  const envelope = envelopeSchema.safeParse(mcpReq.envelope).data;
  const client = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const { elicitation } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  const report = progressTo(context);
  return {
    name: client?.name ?? 'unknown client',
    signal: mcpReq.signal,
    ...(mcpReq._meta?.progressToken !== undefined && {
      progress: (progress, message) => report.send({ progress, message }),
    }),
    // A client that declares no mode supports forms.
    elicits: {
      form: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
      url: elicitation?.url !== undefined,
    },
    asked: mcpReq.requestState<AskedQuestion>(),
    answers: mcpReq.inputResponses,
    seal: (asked) => state.mint(asked, context),
  };
}

const envelopeSchema = z.looseObject({
  [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }).optional(),
  [CLIENT_CAPABILITIES_META_KEY]: z
    .looseObject({
      elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }).optional(),
    })
    .optional(),
});
