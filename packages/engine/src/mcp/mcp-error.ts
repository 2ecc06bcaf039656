import type { ErrorCode } from '../errors/error-catalog.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { removeHidden } from '../checks/invisible-characters.ts';

/** A failure of an MCP server: its code, the reason and the remedy. */
export interface McpFailure {
  readonly code: Extract<ErrorCode, `AGENTS-E-MCP-${string}`>;
  readonly serverId: string;
  readonly tool?: string | undefined;
  readonly what: string;
  readonly remedy: string;
  readonly cause?: unknown;
}

const MAX_WHAT_CHARS = 600;

/** Creates the error for a failure. It names the server, the tool and the remedy. */
export function mcpError({ code, serverId, tool, what, remedy, cause }: McpFailure): SekishoError {
  const who = `MCP server "${serverId}"${tool === undefined ? '' : `, tool "${tool}"`}`;
  // The message of a server is displayed to the model and to persons, so its length is limited.
  const reason = removeHidden(what).slice(0, MAX_WHAT_CHARS).toWellFormed();
  return new SekishoError(code, `${who}: ${reason} ${remedy}`, { cause });
}

/** Returns whether it is unknown if the server executed the request. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SekishoError && error.code === 'AGENTS-E-MCP-UNREACHABLE';
}
