import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { SekishoError } from '../errors/sekisho-error.ts';
import { mcpError } from './mcp-error.ts';

/** What was asked of whom; without a tool, nothing was to be done but to look. */
interface Asked {
  readonly serverId: string;
  readonly tool?: string | undefined;
  readonly signal: AbortSignal;
}

/** The coded error for a failure of the official client. */
export function explainFailure(cause: unknown, { serverId, tool, signal }: Asked): SekishoError {
  if (cause instanceof SekishoError) return cause;
  const about = { serverId, tool, cause };
  const said = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof z.ZodError || isMalformed(cause)) {
    const what = `Its answer is not valid. ${said}`;
    const remedy = 'Report it to the maker of the server, or use another version.';
    return mcpError({ ...about, code: 'AGENTS-E-MCP-SCHEMA', what, remedy });
  }
  if (cause instanceof ProtocolError) {
    const what = `It refused the request. ${said}`;
    const remedy = 'Read its message and change the arguments or the server.';
    return mcpError({ ...about, code: 'AGENTS-E-MCP-EXEC', what, remedy });
  }
  const isLate = signal.aborted || isTimeout(cause);
  const what = isLate ? 'It did not answer in time.' : `The connection failed. ${said}`;
  // A model that is told of a failure tries again; it must know that the first try may have worked.
  const doubt = tool === undefined ? '' : 'It may have been carried out: check before it is repeated. ';
  const remedy = isLate
    ? 'Check that the server works, or raise the time limit.'
    : 'Check that the server runs and that its address and credentials are right.';
  return mcpError({ ...about, code: 'AGENTS-E-MCP-UNREACHABLE', what, remedy: doubt + remedy });
}

const MALFORMED: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.ListPaginationExceeded,
  SdkErrorCode.ClientHttpUnexpectedContent,
]);

// The official client reports a result that breaks its own output schema with the code of a refusal by the server.
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
