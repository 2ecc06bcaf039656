import type { LogLevel } from '../config/env.ts';
import { mask } from './mask.ts';

/** Writes one diagnostic line. */
export type DebugLog = (event: DebugEvent, details: Readonly<Record<string, unknown>>) => void;

type DebugEvent = 'gate.request' | 'gate.decision' | 'approval.requested' | 'mcp.response';

/**
 * Creates the debug log, which writes one JSON object per line to stderr. Values are masked as in the audit log, and
 * only the names of arguments are written. Returns undefined unless the level is `debug`, so that no details are
 * computed.
 */
export function createDebugLog(level: LogLevel): DebugLog | undefined {
  if (level !== 'debug') return undefined;
  return (event, details) => {
    const time = new Date().toISOString();
    process.stderr.write(`${JSON.stringify({ time, level, event, ...Object(mask(details)) })}\n`);
  };
}

/** Returns the names and the size of the arguments of a call for the debug log. */
export function argumentSummary(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    arguments: Object.keys(args).slice(0, MAX_NAMES),
    argument_bytes: Buffer.byteLength(JSON.stringify(args)),
  };
}

const MAX_NAMES = 50;
