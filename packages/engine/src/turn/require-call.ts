import { SekishoError } from '../errors/sekisho-error.ts';
import type { ActiveRun } from './active-run.ts';
import type { RequestedCall, ToolCall } from './tool-call.ts';

/** Returns a decided call. */
export function requireCall(run: ActiveRun, key: string): ToolCall {
  const call = run.calls.get(key);
  if (call) return call;
  throw new SekishoError(
    'AGENTS-E-RUN-CONFLICT',
    `The call ${key} of run ${run.settings.runId} is not decided. Pass it to decideTurn() first.`,
  );
}

/** Throws if the key of a call belongs to another call, of the run or of the same turn: it would use the other's permission. */
export function requireOwnKeys(run: ActiveRun, calls: readonly RequestedCall[]): void {
  const seen = new Map<string, RequestedCall>();
  for (const call of calls) {
    const { key } = call;
    const known = seen.get(key) ?? run.calls.get(key);
    if (known && !isSameCall(known, call))
      throw new SekishoError(
        'AGENTS-E-NONDETERMINISM',
        `The key ${key} of run ${run.settings.runId} belongs to another call, with other arguments or another tool. Give each call a key of its own.`,
      );
    seen.set(key, call);
  }
}

function isSameCall(known: RequestedCall | ToolCall, { rawArguments, tool, fault }: RequestedCall): boolean {
  if (known.rawArguments !== rawArguments || known.tool.id !== tool.id) return false;
  // The text of arguments with a fault is that of a call without arguments.
  if (fault !== undefined && known.fault === undefined) return false;
  // A waiting call is judged again with the current definition, and a call that has ended returns its result.
  const isPermitted = !('stage' in known) || known.stage === 'allowed' || known.stage === 'host_policy';
  return !isPermitted || known.tool.definition_digest === tool.definition_digest;
}
