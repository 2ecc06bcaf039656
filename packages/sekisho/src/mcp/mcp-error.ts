import type { ErrorCode } from '../errors/error-codes.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { removeHidden } from '../contracts/hidden-text.ts';

/** What went wrong with an MCP server: the code says who is to blame, the remedy what to do. */
export interface McpFailure {
  readonly code: Extract<ErrorCode, `AGENTS-E-MCP-${string}`>;
  readonly serverId: string;
  readonly tool?: string | undefined;
  readonly what: string;
  readonly remedy: string;
  readonly cause?: unknown;
}

const MAX_WHAT_CHARS = 600;

/** The error for a failure: it names the server, the tool and the remedy. */
export function mcpError({ code, serverId, tool, what, remedy, cause }: McpFailure): SekishoError {
  const who = `MCP server "${serverId}"${tool === undefined ? '' : `, tool "${tool}"`}`;
  // What a server says of its failure ends up before a model and a person; it gets room for a reason, not for a speech.
  const said = removeHidden(what).slice(0, MAX_WHAT_CHARS).toWellFormed();
  return new SekishoError(code, `${who}: ${said} ${remedy}`, { cause });
}

/** Whether nobody knows if the server did what it was asked. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SekishoError && error.code === 'AGENTS-E-MCP-UNREACHABLE';
}
