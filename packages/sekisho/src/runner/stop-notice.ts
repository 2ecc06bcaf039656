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
  readonly #write: (line: string) => void;
  readonly #unread = new Map<string, string>();
  #isListening = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Watches a result that the program receives. */
  watch(result: PlainResult): void {
    const { run_id: runId } = result;
    let isRead = false;
    this.#unread.delete(runId);
    onInterruptionsRead(result, () => {
      isRead = true;
      this.#unread.delete(runId);
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
  }

  #remember(runId: string, line: string): void {
    this.#unread.set(runId, line);
    if (this.#isListening) return;
    this.#isListening = true;
    process.once('exit', () => {
      for (const each of this.#unread.values()) this.#write(each);
    });
  }
}

function lineOf(runId: string, count: number, first: HumanApprovalRequest | undefined): string {
  const reason = first ? ` (${plainText(first.tool_id)}: ${plainText(first.reason)})` : '';
  return (
    `sekisho: run ${runId} stopped because ${count} tool call${count === 1 ? ' needs' : 's need'} the approval of a person${reason}, ` +
    'and the program did not read result.interruptions. ' +
    `List them with getPendingApprovals('${runId}') and decide with approveAndResume(). SEKISHO_STOP_NOTICE=off hides this line.\n`
  );
}
