import type { HumanApprovalRequest } from '@sekisho/engine';
import { plainText } from '@sekisho/engine/integration';
import { StreamedRunResult } from '../openai-agents/upstream.ts';
import { onInterruptionsRead, pendingApprovalsOf } from './gated-run-result.ts';
import type { PlainResult } from './run-driver.ts';

/** The maximum number of runs in the notice. It is for programs in development, not for servers. */
const MAX_RUNS = 20;

/**
 * Writes a line at the end of the process for each run that was suspended without the program reading `interruptions`: to
 * such a program the run appears to have ended without a result.
 */
export class StopNotice {
  readonly #unread = new Map<string, string>();

  /** Watches a result that the program receives. */
  watch(result: PlainResult): void {
    const { run_id: runId } = result;
    let isRead = false;
    this.#unread.delete(runId);
    onInterruptionsRead(result, () => {
      isRead = true;
      this.#unread.delete(runId);
      if (this.#unread.size === 0) unread.delete(this.#unread);
    });
    const addIfUnread = () => {
      const count = result.state.getInterruptions().length;
      if (count === 0 || isRead || this.#unread.size >= MAX_RUNS) return;
      this.#remember(runId, lineOf(runId, count, pendingApprovalsOf(result)[0]));
    };
    if (result instanceof StreamedRunResult) void result.completed.then(addIfUnread, () => undefined);
    else addIfUnread();
  }

  /** Clears the notice when the program lists the pending approval requests. */
  clear(): void {
    this.#unread.clear();
    unread.delete(this.#unread);
  }

  #remember(runId: string, line: string): void {
    this.#unread.set(runId, line);
    if (!isListening) process.once('exit', writeUnread);
    isListening = true;
    unread.add(this.#unread);
  }
}

/** The lines of all runners that have any. A program may create many runners, and Node warns about many listeners. */
const unread = new Set<ReadonlyMap<string, string>>();
let isListening = false;

function writeUnread(): void {
  for (const lines of unread) for (const line of lines.values()) process.stderr.write(line);
}

function lineOf(runId: string, count: number, first: HumanApprovalRequest | undefined): string {
  const reason = first ? ` (${plainText(first.tool_id)}: ${plainText(first.reason)})` : '';
  return (
    `sekisho: run ${runId} stopped because ${count} tool call${count === 1 ? ' needs' : 's need'} the approval of a person${reason}, ` +
    'and the program did not read result.interruptions. ' +
    `List them with getPendingApprovals('${runId}') and decide with approveAndResume(). SEKISHO_STOP_NOTICE=off hides this line.\n`
  );
}
