import { StreamedRunResult } from '../sdk/upstream.ts';
import { onInterruptionsRead } from './gated-run-result.ts';
import type { PlainResult } from './run-driver.ts';

/** More runs than this are not remembered; the notice is for programs that somebody tries out, not for servers. */
const MAX_RUNS = 20;

/**
 * Tells, when the process ends, which runs stopped for a person without the program having looked at `interruptions`: to
 * such a program the run looks as if it had ended with nothing. One line for each run.
 */
export class StopNotice {
  readonly #write: (line: string) => void;
  readonly #unread = new Map<string, number>();
  #isListening = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Watches a result that the program gets. */
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
      if (count > 0 && !isRead && this.#unread.size < MAX_RUNS) this.#remember(runId, count);
    };
    if (result instanceof StreamedRunResult) void result.completed.then(addIfUnread, () => undefined);
    else addIfUnread();
  }

  /** The program asks for what waits, so it knows. */
  clear(): void {
    this.#unread.clear();
  }

  #remember(runId: string, count: number): void {
    this.#unread.set(runId, count);
    if (this.#isListening) return;
    this.#isListening = true;
    process.once('exit', () => {
      for (const [id, waiting] of this.#unread) this.#write(lineOf(id, waiting));
    });
  }
}

const lineOf = (runId: string, count: number) =>
  `sekisho: run ${runId} stopped because ${count} tool call${count === 1 ? ' needs' : 's need'} the approval of a person, ` +
  'and the program did not read result.interruptions. ' +
  `List them with getPendingApprovals('${runId}') and answer with approveAndResume(). SEKISHO_STOP_NOTICE=off hides this line.\n`;
