import type { RecentMessages } from '../chat-store.ts';
import type { ChatMessage, ConversationMessage } from '../conversation/conversation.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Tokens that stay free because the estimate can be too low. */
const SAFETY_MARGIN_TOKENS = 200;

/** The limits of the history. */
export type HistoryAssemblerOptions = {
  windowSize: number;
  /** Unlimited when omitted. */
  maxTokensBudget?: number | undefined;
};

/** Returns the number of tokens for the history and the new message. */
export function contextBudget(limits: {
  modelContextLimit: number;
  responseMaxTokens: number;
  systemTokens: number;
}): number {
  const { modelContextLimit, responseMaxTokens, systemTokens } = limits;
  return modelContextLimit - (responseMaxTokens + SAFETY_MARGIN_TOKENS) - systemTokens;
}

/** Selects the part of a conversation for the next prompt. */
export class HistoryAssembler {
  readonly #messages: RecentMessages;

  constructor(messages: RecentMessages) {
    this.#messages = messages;
  }

  /** Returns the newest of the last N messages that fit, oldest first. The last pair is always included. */
  async build(
    sessionId: string,
    { windowSize, maxTokensBudget = Number.POSITIVE_INFINITY }: HistoryAssemblerOptions,
  ): Promise<ChatMessage[]> {
    const recent = await this.#messages.recentMessages(sessionId, windowSize);
    // The model did not write the fallback text. Including it would make the model repeat it.
    const usable = recent.filter(({ isFallback }) => !isFallback);
    const pairFrom = findLastPair(usable);
    let from = usable.length;
    let left = maxTokensBudget;
    while (from > 0) {
      left -= estimateTokens(usable[from - 1]?.content ?? '');
      if (left < 0) break;
      from -= 1;
    }
    return usable.slice(Math.min(from, pairFrom)).map(({ role, content }) => ({ role, content }));
  }
}

/** Returns the index at which the last user message with a response begins. */
function findLastPair(messages: readonly ConversationMessage[]): number {
  const answer = messages.findLastIndex(({ role }) => role === 'assistant');
  if (answer < 0) return messages.length;
  return messages[answer - 1]?.role === 'user' ? answer - 1 : answer;
}
