import type { ModelRegistry, ResponsesError } from '@sekisho/responses';
import type { ToolCall } from '../mcp/tool.ts';
import type { BackgroundNote } from './background-note.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { IrisAnswer } from './iris-answer.ts';
import type { IrisArguments } from './iris-arguments.ts';

/** The result of a call to the model. */
export type AskResult =
  | { ok: true; answer: IrisAnswer }
  | {
      ok: false;
      error: ResponsesError;
      partial: string | undefined;
      responseId: string | undefined;
    };

/** The operations on OpenAI that the tools and resources use. */
export type Engine = {
  demo: boolean;
  registry: ModelRegistry;
  index: ConversationIndex;
  ask: (args: IrisArguments, call: ToolCall) => Promise<AskResult>;
  /** Waits for a background response, including one that a process started before it ended. */
  finish: (note: BackgroundNote, call: ToolCall) => Promise<AskResult>;
  /** Returns an earlier response; waits up to the given time for its end. */
  fetchResult: (handle: string, waitMs: number, call: ToolCall) => Promise<AskResult>;
  cancel: (handle: string, call: ToolCall) => Promise<AskResult>;
  /** Returns the bytes of a file that belongs to the owner. */
  readFile: (uri: string, owner: string) => Promise<{ bytes: Uint8Array; filename: string } | undefined>;
};
