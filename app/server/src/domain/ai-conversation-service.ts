import type {
  AIConversationResponder,
  AskOptions,
  ResponderResult,
  ResponseUsage,
} from './ai-conversation-responder.ts';
import type { ChatMessage } from './conversation.ts';

/** What people read when the model cannot be reached. */
export const FALLBACK_TEXT =
  '申し訳ありません。ただいまAIの応答を取得できませんでした。しばらく時間をおいて、もう一度お試しください。';

/** The prompt of one turn, already assembled. */
export type ProcessMessageInput = AskOptions & {
  systemPrompt: string;
  history: readonly ChatMessage[];
  message: string;
};

/** An answer, the fixed text in place of one, or an error that waiting does not cure. */
export type ProcessMessageOutput =
  | {
      kind: 'answer';
      content: string;
      usage: ResponseUsage;
      model: string;
      retryCount: number;
      isRepaired: boolean;
      /** The messages that were really sent. */
      sent: readonly ChatMessage[];
    }
  | { kind: 'fallback'; content: string; failure: Failure }
  | { kind: 'error'; failure: Failure };

/** What is known about an answer that did not come. */
type Failure = Extract<ResponderResult, { ok: false }>;

/** Asks the responder with system prompt, history and the new message, and decides what a failure means. */
export class AIConversationService {
  readonly #responder: AIConversationResponder;

  constructor(responder: AIConversationResponder) {
    this.#responder = responder;
  }

  async processMessage(input: ProcessMessageInput): Promise<ProcessMessageOutput> {
    let { history } = input;
    let result = await this.#ask(input, history);
    // The estimate of the budget was too low: forget the older half, once.
    if (!result.ok && result.isContextTooLong && history.length > 2) {
      history = history.slice(-Math.max(2, Math.floor(history.length / 2)));
      result = await this.#ask(input, history);
    }
    if (!result.ok) {
      return result.isTemporary
        ? { kind: 'fallback', content: FALLBACK_TEXT, failure: result }
        : { kind: 'error', failure: result };
    }
    const { content, usage, model, retryCount, isRepaired = false } = result;
    // An answer without a word was paid for all the same, so its usage stays.
    const shown = content.trim() === '' ? FALLBACK_TEXT : content;
    const sent = assemble(input, history);
    return { kind: 'answer', content: shown, usage, model, retryCount, isRepaired, sent };
  }

  #ask(input: ProcessMessageInput, history: readonly ChatMessage[]): Promise<ResponderResult> {
    const { onText, onDraft } = input;
    return this.#responder.generateResponse(assemble(input, history), { onText, onDraft });
  }
}

function assemble(
  { systemPrompt, message }: ProcessMessageInput,
  history: readonly ChatMessage[],
): ChatMessage[] {
  return [{ role: 'system', content: systemPrompt }, ...history, { role: 'user', content: message }];
}
