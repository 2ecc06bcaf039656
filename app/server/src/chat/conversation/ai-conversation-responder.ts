import type { AIConversationErrorCode } from './ai-conversation-error-code.ts';
import type { ChatMessage } from './conversation.ts';

/** Tokens and cost of one response. `totalTokens` is always known. */
export type ResponseUsage = {
  promptTokens?: number | undefined;
  completionTokens?: number | undefined;
  totalTokens: number;
  costUsd?: number | undefined;
};

/** The result of a model call. `isTemporary` failures lead to the fallback text, the others to an error. */
export type ResponderResult =
  | {
      ok: true;
      content: string;
      usage: ResponseUsage;
      model: string;
      retryCount: number;
      /** True when a second call was made because the first response was unusable. */
      isRepaired?: boolean;
    }
  | {
      ok: false;
      code: Exclude<AIConversationErrorCode, 'InvalidStructuredJson'>;
      /** A more specific name of the failure for the audit log, never a text from the API. */
      errorType: string;
      isTemporary: boolean;
      isContextTooLong: boolean;
      retryCount: number;
    };

/** The callbacks of one model call. A call cannot be aborted, because a billed response is always stored. */
export type AskOptions = {
  onText?: ((delta: string) => void) | undefined;
  /** Called once, when a draft begins that is not part of the text. */
  onDraft?: (() => void) | undefined;
  /** Called when the text so far is discarded because another attempt begins. */
  onRestart?: (() => void) | undefined;
  /** True for a call that improves an existing response. It is attempted once. */
  isRepair?: boolean;
};

/** Creates responses: the simulated interviewer or OpenAI. It never throws because of failures of the API. */
export type AIConversationResponder = {
  generateResponse: (messages: readonly ChatMessage[], options?: AskOptions) => Promise<ResponderResult>;
};
