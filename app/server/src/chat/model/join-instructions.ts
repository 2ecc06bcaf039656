import type { ChatMessage } from '../conversation/conversation.ts';

/** Separates system messages from the conversation, because the Responses API accepts them separately. */
export function joinInstructions(messages: readonly ChatMessage[]): {
  instructions: string;
  messages: ChatMessage[];
} {
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  return { instructions: system.join('\n\n'), messages: messages.filter(({ role }) => role !== 'system') };
}
