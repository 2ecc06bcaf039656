import type { ErrorCode } from '../errors/error-catalog.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { removeHidden } from '../checks/invisible-characters.ts';

/** The code of a failure, and the server and the tool that it concerns. */
export interface McpFailure {
  readonly code: Extract<ErrorCode, `AGENTS-E-MCP-${string}`>;
  readonly serverId: string;
  readonly tool?: string | undefined;
  readonly cause?: unknown;
}

const MAX_WHAT_CHARS = 600;

/** Creates the error for a failure. It names the server, the tool and the remedy. */
export function mcpError(
  { code, serverId, tool, cause }: McpFailure,
  what: string,
  remedy: string,
): SekishoError {
  const who = `MCP server "${serverId}"${tool === undefined ? '' : `, tool "${tool}"`}`;
  // The message of a server is displayed to the model and to persons, so its length is limited.
  const reason = removeHidden(what).slice(0, MAX_WHAT_CHARS).toWellFormed();
  return new SekishoError(code, `${who}: ${reason} ${remedy}`, { cause });
}

/** Returns whether it is unknown if the server executed the request. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SekishoError && error.code === 'AGENTS-E-MCP-UNREACHABLE';
}
