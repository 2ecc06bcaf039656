import {
  type HandleCodec,
  openHandle,
  type ResponsesClient,
  type RunResult,
  type TranscriptStore,
  waitForResponse,
} from '@sekisho/responses';
import { ServerClosing } from '../mcp/server-closing.ts';
import type { ToolCall } from '../mcp/tool.ts';
import { isInProgress } from './is-in-progress.ts';

const MAX_TASK_MS = 60 * 60 * 1000;

/** The dependencies of a lookup. */
export type ResponseLookupParts = {
  client: ResponsesClient;
  transcripts: TranscriptStore;
  handles: HandleCodec | undefined;
  pollMs?: number;
};

/** Fetches, awaits and cancels earlier responses. It rejects a handle of another user. */
export class ResponseLookup {
  readonly #parts: ResponseLookupParts;
  readonly #polling: { pollMs?: number };

  constructor(parts: ResponseLookupParts) {
    this.#parts = parts;
    this.#polling = parts.pollMs === undefined ? {} : { pollMs: parts.pollMs };
  }

  /** Returns the response; waits up to the given time for its end. */
  fetch(handle: string, waitMs: number, call: ToolCall): Promise<RunResult> {
    return this.#lookUp(handle, call, async (id) => {
      const { client } = this.#parts;
      const { signal } = call;
      const current = await client.retrieve(id, { signal });
      if (!current.ok || !isInProgress(current.outcome) || waitMs <= 0) return current;
      const waited = await waitForResponse(client, id, { deadlineMs: waitMs, signal, ...this.#polling });
      if (waited.ok || waited.error.code !== 'timed_out') return waited;
      // An expired wait is not a failure; the result has the status of a running response.
      return { ...current, outcome: waited.partial ?? current.outcome };
    });
  }

  /** Cancels the response and returns it; a response that has ended does not change. */
  cancel(handle: string, call: ToolCall): Promise<RunResult> {
    return this.#lookUp(handle, call, async (id) => {
      const current = await this.#parts.client.retrieve(id, { signal: call.signal });
      const isStoppable = current.ok && isInProgress(current.outcome);
      return isStoppable ? this.#parts.client.cancel(id, { signal: call.signal }) : current;
    });
  }

  /** Waits for background work. Cancelling the task cancels the response at OpenAI too. */
  finish(handle: string, call: ToolCall): Promise<RunResult> {
    return this.#lookUp(handle, call, async (id) => {
      const { client } = this.#parts;
      const { signal } = call;
      const options = { deadlineMs: MAX_TASK_MS, signal, ...this.#polling };
      const ended = await waitForResponse(client, id, options);
      // If only this process ends, the response continues at OpenAI and the next process waits for it.
      if (signal.aborted && !(signal.reason instanceof ServerClosing)) await client.cancel(id);
      return ended;
    });
  }

  async #lookUp(
    handle: string,
    { owner }: ToolCall,
    operation: (id: string) => Promise<RunResult>,
  ): Promise<RunResult> {
    const id = openHandle(handle, owner, this.#parts.handles);
    const result = await operation(id);
    await this.#completeTranscript(id, owner, result);
    return result;
  }

  /** Adds the output to a background turn that was stored without it, because a replay needs the output. */
  async #completeTranscript(id: string, owner: string, result: RunResult): Promise<void> {
    if (!result.ok || isInProgress(result.outcome)) return;
    const output = result.outcome.items;
    const { transcripts } = this.#parts;
    const turn = await transcripts.get(id);
    if (turn?.owner !== owner || turn.output.length > 0 || output.length === 0) return;
    // The answer is complete and billed; a failed write of the transcript must not discard it.
    await transcripts.put({ ...turn, output }).catch(() => undefined);
  }
}
