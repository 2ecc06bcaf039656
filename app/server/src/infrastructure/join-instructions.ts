import type { ChatMessage } from '../domain/conversation.ts';

/** Parts what the system says from what was said, because the Responses API takes them apart. */
export function joinInstructions(messages: readonly ChatMessage[]): {
  instructions: string;
  messages: ChatMessage[];
} {
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  return { instructions: system.join('\n\n'), messages: messages.filter(({ role }) => role !== 'system') };
}
