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
import { isUnderWay } from './is-under-way.ts';

const MAX_TASK_MS = 60 * 60 * 1000;

/** What a look needs. */
export type ResponseLookupParts = {
  client: ResponsesClient;
  transcripts: TranscriptStore;
  handles: HandleCodec | undefined;
  pollMs?: number;
};

/** Looks at responses that were begun earlier, waits for them and stops them. A handle of somebody else is refused. */
export class ResponseLookup {
  readonly #parts: ResponseLookupParts;
  readonly #polling: { pollMs?: number };

  constructor(parts: ResponseLookupParts) {
    this.#parts = parts;
    this.#polling = parts.pollMs === undefined ? {} : { pollMs: parts.pollMs };
  }

  /** The response, waited for up to the given time. */
  fetch(handle: string, waitMs: number, call: ToolCall): Promise<RunResult> {
    return this.#look(handle, call, async (id) => {
      const { client } = this.#parts;
      const { signal } = call;
      const seen = await client.retrieve(id, { signal });
      if (!seen.ok || !isUnderWay(seen.outcome) || waitMs <= 0) return seen;
      const waited = await waitForResponse(client, id, { deadlineMs: waitMs, signal, ...this.#polling });
      if (waited.ok || waited.error.code !== 'timed_out') return waited;
      // Time that ran out is no failure here: the answer says that it is still running.
      return { ...seen, outcome: waited.partial ?? seen.outcome };
    });
  }

  /** The response after it was told to stop; one that has ended stays as it is. */
  cancel(handle: string, call: ToolCall): Promise<RunResult> {
    return this.#look(handle, call, async (id) => {
      const seen = await this.#parts.client.retrieve(id, { signal: call.signal });
      const isStoppable = seen.ok && isUnderWay(seen.outcome);
      return isStoppable ? this.#parts.client.cancel(id, { signal: call.signal }) : seen;
    });
  }

  /** Waits for work that was started in the background; a task that is cancelled stops it at OpenAI too. */
  finish(handle: string, call: ToolCall): Promise<RunResult> {
    return this.#look(handle, call, async (id) => {
      const { client } = this.#parts;
      const { signal } = call;
      const options = { deadlineMs: MAX_TASK_MS, signal, ...this.#polling };
      const ended = await waitForResponse(client, id, options);
      // The work goes on at OpenAI when only this process ends; the next one picks it up.
      if (signal.aborted && !(signal.reason instanceof ServerClosing)) await client.cancel(id);
      return ended;
    });
  }

  async #look(
    handle: string,
    { owner }: ToolCall,
    ask: (id: string) => Promise<RunResult>,
  ): Promise<RunResult> {
    const id = openHandle(handle, owner, this.#parts.handles);
    const result = await ask(id);
    await this.#completeTranscript(id, owner, result);
    return result;
  }

  /** A turn that began in the background was written down without its output, which replay needs once it is whole. */
  async #completeTranscript(id: string, owner: string, result: RunResult): Promise<void> {
    if (!result.ok || isUnderWay(result.outcome)) return;
    const output = result.outcome.items;
    const { transcripts } = this.#parts;
    const turn = await transcripts.get(id);
    if (turn?.owner !== owner || turn.output.length > 0 || output.length === 0) return;
    // The answer is there and paid for; that it cannot be replayed later must not take it away now.
    await transcripts.put({ ...turn, output }).catch(() => undefined);
  }
}
