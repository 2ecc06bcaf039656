import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { mcpError } from '../mcp-error.ts';

/** The part of a failure's message which states that the call may have had its effect. */
export const MAY_HAVE_BEEN_EXECUTED = 'It may have been executed: check before you repeat it.';

interface FailedRequest {
  readonly serverId: string;
  readonly tool?: string | undefined;
  readonly signal: AbortSignal;
}

/** Returns the coded error for a failure of the official client. */
export function explainFailure(cause: unknown, { serverId, tool, signal }: FailedRequest): SekishoError {
  if (cause instanceof SekishoError) return cause;
  const about = { serverId, tool, cause };
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof z.ZodError || isMalformed(cause)) {
    const remedy = 'Report it to the vendor of the server, or use another version.';
    return mcpError(
      { ...about, code: 'AGENTS-E-MCP-SCHEMA' },
      `Its response is not valid. ${message}`,
      remedy,
    );
  }
  if (cause instanceof ProtocolError) {
    const remedy = 'Read its message and change the arguments or the server.';
    return mcpError({ ...about, code: 'AGENTS-E-MCP-EXEC' }, `It rejected the request. ${message}`, remedy);
  }
  const isLate = signal.aborted || isTimeout(cause);
  const what = isLate ? 'It did not respond in time.' : `The connection failed. ${message}`;
  // Models retry failed calls. The message must state that the first attempt may have succeeded.
  const warning = tool === undefined ? '' : `${MAY_HAVE_BEEN_EXECUTED} `;
  const remedy = isLate
    ? 'Check that the server works, or increase the time limit.'
    : 'Check that the server is running and that its address and credentials are correct.';
  return mcpError({ ...about, code: 'AGENTS-E-MCP-UNREACHABLE' }, what, warning + remedy);
}

const MALFORMED: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.ListPaginationExceeded,
  SdkErrorCode.ClientHttpUnexpectedContent,
]);

// The official client reports a result that does not match its output schema with the error code of a rejected
// request.
const OUTPUT_MISMATCH =
  /^(?:MCP error -?\d+: )?(?:Structured content does not match|Failed to validate structured content|Tool .{1,300} has an (?:output schema but|invalid outputSchema))/;

function isMalformed(cause: unknown): boolean {
  if (cause instanceof ProtocolError) return OUTPUT_MISMATCH.test(cause.message);
  return (
    cause instanceof SdkError &&
    !(cause instanceof SdkHttpError && cause.status >= 500) &&
    MALFORMED.has(cause.code)
  );
}

const isTimeout = (cause: unknown): boolean =>
  cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout;

const TOO_MANY_REQUESTS = 429;

/** Returns whether the server was reached and rejected the credentials. A retry does not help. */
export function isAccessDenied(cause: unknown): boolean {
  if (cause instanceof UnauthorizedError) return true;
  if (!(cause instanceof SdkHttpError)) return false;
  return cause.status >= 400 && cause.status < 500 && cause.status !== TOO_MANY_REQUESTS;
}
