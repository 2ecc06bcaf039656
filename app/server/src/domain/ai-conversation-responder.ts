import type { AIConversationErrorCode } from './ai-conversation-error-code.ts';
import type { ChatMessage } from './conversation.ts';

/** Tokens and money of one answer; `totalTokens` is always known. */
export type ResponseUsage = {
  promptTokens?: number | undefined;
  completionTokens?: number | undefined;
  totalTokens: number;
  costUsd?: number | undefined;
};

/** How asking ended. `isTemporary` failures are answered with the fixed text, the others are errors. */
export type ResponderResult =
  | {
      ok: true;
      content: string;
      usage: ResponseUsage;
      model: string;
      retryCount: number;
      /** True when a second call was made because the answer of the first could not be used. */
      isRepaired?: boolean;
    }
  | {
      ok: false;
      code: Exclude<AIConversationErrorCode, 'InvalidStructuredJson'>;
      /** The finer name of the failure for the audit, never a text of the other side. */
      errorType: string;
      isTemporary: boolean;
      isContextTooLong: boolean;
      retryCount: number;
    };

/** How one question is watched; it cannot be stopped, because an answer that is paid for is also kept. */
export type AskOptions = {
  onText?: ((delta: string) => void) | undefined;
  /** Told once, when a draft begins that is not part of the text. */
  onDraft?: (() => void) | undefined;
  /** Told when the text so far is not part of the answer, because another attempt begins. */
  onRestart?: (() => void) | undefined;
  /** True for a call that improves an answer that is there already; it is tried once. */
  isRepair?: boolean;
};

/** The one who answers: the simulated interviewer or OpenAI. It never throws for what the other side does. */
export type AIConversationResponder = {
  generateResponse: (messages: readonly ChatMessage[], options?: AskOptions) => Promise<ResponderResult>;
};
