import type { ChatMessage, ConversationMessage } from '../domain/conversation.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Tokens that stay free for what the estimate does not see. */
const SAFETY_MARGIN_TOKENS = 200;

/** Reads what was said last, oldest first. */
export type RecentMessages = {
  recentMessages: (sessionId: string, count: number) => Promise<ConversationMessage[]>;
};

/** How much history there may be. */
export type HistoryAssemblerOptions = {
  windowSize: number;
  /** No limit when left out. */
  maxTokensBudget?: number | undefined;
};

/** The tokens that are left for history and the new message. */
export function contextBudget(limits: {
  modelContextLimit: number;
  responseMaxTokens: number;
  systemTokens: number;
}): number {
  const { modelContextLimit, responseMaxTokens, systemTokens } = limits;
  return modelContextLimit - (responseMaxTokens + SAFETY_MARGIN_TOKENS) - systemTokens;
}

/** Chooses the part of a conversation that goes into the next prompt. */
export class HistoryAssembler {
  readonly #messages: RecentMessages;

  constructor(messages: RecentMessages) {
    this.#messages = messages;
  }

  /** The last N messages, as many of the newest as fit, oldest first; the last pair comes along in any case. */
  async build(
    sessionId: string,
    { windowSize, maxTokensBudget = Number.POSITIVE_INFINITY }: HistoryAssemblerOptions,
  ): Promise<ChatMessage[]> {
    const said = await this.#messages.recentMessages(sessionId, windowSize);
    // The fixed text is ours, not the model's; repeating it would teach the model to say it.
    const usable = said.filter(({ isFallback }) => !isFallback);
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

/** Where the last answer and the question before it begin. */
function findLastPair(messages: readonly ConversationMessage[]): number {
  const answer = messages.findLastIndex(({ role }) => role === 'assistant');
  if (answer < 0) return messages.length;
  return messages[answer - 1]?.role === 'user' ? answer - 1 : answer;
}
