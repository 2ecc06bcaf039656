import { addUsage } from './add-usage.ts';
import type {
  AIConversationResponder,
  AskOptions,
  ResponderResult,
  ResponseUsage,
} from './ai-conversation-responder.ts';
import type { ChatMessage } from './conversation.ts';
import { isJapanese } from './is-japanese.ts';

/** The text that users read when the model is unavailable. */
export const FALLBACK_TEXT =
  '申し訳ありません。ただいまAIの応答を取得できませんでした。しばらく時間をおいて、もう一度お試しください。';

/** The prompt for the model when its response is not Japanese. */
export const ASK_FOR_JAPANESE =
  '直前の回答は日本語ではありません。同じ内容を日本語で書き直してください。答えの形と、コードフェンスの中の JSON の形は変えないでください。';

/** The assembled prompt of one turn. */
export type ProcessMessageInput = AskOptions & {
  systemPrompt: string;
  history: readonly ChatMessage[];
  message: string;
};

/** A response, the fallback text in its place, or a permanent error. */
export type ProcessMessageOutput =
  | {
      kind: 'answer';
      content: string;
      usage: ResponseUsage;
      model: string;
      retryCount: number;
      isRepaired: boolean;
      /** False when the response is still in another language after the second call. */
      isJapanese: boolean;
      /** The messages that were sent. */
      sent: readonly ChatMessage[];
    }
  | { kind: 'fallback'; content: string; failure: Failure }
  | { kind: 'error'; failure: Failure };

type Answer = Extract<ResponderResult, { ok: true }>;

type Failure = Extract<ResponderResult, { ok: false }>;

/** Calls the responder with system prompt, history and the new message, and decides how to treat a failure. */
export class AIConversationService {
  readonly #responder: AIConversationResponder;

  constructor(responder: AIConversationResponder) {
    this.#responder = responder;
  }

  async processMessage(input: ProcessMessageInput): Promise<ProcessMessageOutput> {
    let { history } = input;
    let result = await this.#ask(input, history);
    // The token estimate was too low: the older half of the history is dropped, once.
    if (!result.ok && result.isContextTooLong && history.length > 2) {
      history = history.slice(-Math.max(2, Math.floor(history.length / 2)));
      result = await this.#ask(input, history);
    }
    if (!result.ok) {
      return result.isTemporary
        ? { kind: 'fallback', content: FALLBACK_TEXT, failure: result }
        : { kind: 'error', failure: result };
    }
    const sent = assemble(input, history);
    const answer = isJapanese(result.content) ? result : await this.#askForJapanese(input, sent, result);
    const { content, usage, model, retryCount, isRepaired = false } = answer;
    // An empty response is billed too, so its usage is retained.
    const shown = content.trim() === '' ? FALLBACK_TEXT : content;
    return {
      kind: 'answer',
      content: shown,
      usage,
      model,
      retryCount,
      isRepaired,
      isJapanese: isJapanese(shown),
      sent,
    };
  }

  /** Requests the same content in Japanese, once. If that fails, the first response is retained. */
  async #askForJapanese(
    { onText, onDraft, onRestart }: AskOptions,
    sent: readonly ChatMessage[],
    first: Answer,
  ): Promise<Answer> {
    onRestart?.();
    const messages: ChatMessage[] = [
      ...sent,
      { role: 'assistant', content: first.content },
      { role: 'user', content: ASK_FOR_JAPANESE },
    ];
    const second = await this.#responder.generateResponse(messages, { onText, onDraft, isRepair: true });
    if (!second.ok) return { ...first, isRepaired: true };
    const usage = addUsage(first.usage, second.usage);
    const { content } = second.content.trim() === '' ? first : second;
    return {
      ...second,
      content,
      usage,
      retryCount: first.retryCount + second.retryCount,
      isRepaired: true,
    };
  }

  #ask(input: ProcessMessageInput, history: readonly ChatMessage[]): Promise<ResponderResult> {
    const { onText, onDraft, onRestart } = input;
    return this.#responder.generateResponse(assemble(input, history), { onText, onDraft, onRestart });
  }
}

function assemble(
  { systemPrompt, message }: ProcessMessageInput,
  history: readonly ChatMessage[],
): ChatMessage[] {
  return [{ role: 'system', content: systemPrompt }, ...history, { role: 'user', content: message }];
}
