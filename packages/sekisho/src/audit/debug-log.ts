import type { LogLevel } from '../config/log-level.ts';
import { mask } from './mask.ts';

/** Writes one line of diagnostics. */
export type DebugLog = (event: DebugEvent, details: Readonly<Record<string, unknown>>) => void;

type DebugEvent = 'gate.request' | 'gate.decision' | 'approval.requested' | 'mcp.response';

/**
 * The debug log: one JSON object a line on stderr, because stdout belongs to the program. Everything is masked like the
 * audit log, and arguments are named, never quoted. Undefined unless the level is `debug`, so that nothing is computed.
 */
export function createDebugLog(level: LogLevel): DebugLog | undefined {
  if (level !== 'debug') return undefined;
  return (event, details) => {
    const time = new Date().toISOString();
    process.stderr.write(`${JSON.stringify({ time, level, event, ...Object(mask(details)) })}\n`);
  };
}

/** What a debug log says about the arguments of a call: their names and their size. */
export function argumentSummary(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    arguments: Object.keys(args).slice(0, MAX_NAMES),
    argument_bytes: Buffer.byteLength(JSON.stringify(args)),
  };
}

const MAX_NAMES = 50;
