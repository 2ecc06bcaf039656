import type { ModelRegistry, ResponsesError } from '@sekisho/responses';
import type { ToolCall } from '../mcp/tool.ts';
import type { BackgroundNote } from './background-note.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { IrisAnswer } from './iris-answer.ts';
import type { IrisArguments } from './iris-arguments.ts';

/** How a question went. */
export type AskResult =
  | { ok: true; answer: IrisAnswer }
  | {
      ok: false;
      error: ResponsesError;
      partial: string | undefined;
      responseId: string | undefined;
    };

/** What the tools and resources need from whoever talks to OpenAI. */
export type Engine = {
  demo: boolean;
  registry: ModelRegistry;
  index: ConversationIndex;
  ask: (wish: IrisArguments, call: ToolCall) => Promise<AskResult>;
  /** Waits for work in the background, here or begun by a process that has ended. */
  finish: (note: BackgroundNote, call: ToolCall) => Promise<AskResult>;
  /** Looks at an earlier response, waiting for it up to the given time. */
  fetchResult: (handle: string, waitMs: number, call: ToolCall) => Promise<AskResult>;
  cancel: (handle: string, call: ToolCall) => Promise<AskResult>;
  /** The bytes of a file that is the owner's own. */
  readFile: (uri: string, owner: string) => Promise<{ bytes: Uint8Array; filename: string } | undefined>;
};
