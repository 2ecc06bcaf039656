import { describe, expect, it } from 'vitest';
import type { ResponderResult } from './ai-conversation-responder.ts';
import { AIConversationService, FALLBACK_TEXT } from './ai-conversation-service.ts';
import type { ChatMessage } from './conversation.ts';

const answer: ResponderResult = {
  ok: true,
  content: 'はい',
  usage: { totalTokens: 3 },
  model: 'm',
  retryCount: 0,
};
const tooLong: ResponderResult = {
  ok: false,
  code: 'OpenAIUnavailable',
  errorType: 'context_length_exceeded',
  isTemporary: false,
  isContextTooLong: true,
  retryCount: 0,
};
const history = (length: number): ChatMessage[] =>
  Array.from({ length }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: String(index),
  }));

function serviceThatHears(...results: ResponderResult[]) {
  const asked: string[][] = [];
  const service = new AIConversationService({
    generateResponse: async (messages) => {
      asked.push(messages.map(({ content }) => content));
      return results.shift() ?? answer;
    },
  });
  return { service, asked };
}

describe('AIConversationService', () => {
  it('sends system prompt, history and message in this order', async () => {
    const { service, asked } = serviceThatHears();
    await service.processMessage({ systemPrompt: 'sys', history: history(2), message: 'new' });
    expect(asked).toEqual([['sys', '0', '1', 'new']]);
  });

  it('forgets the older half once when the prompt was too long', async () => {
    const { service, asked } = serviceThatHears(tooLong);
    const output = await service.processMessage({ systemPrompt: 'sys', history: history(6), message: 'new' });
    expect(output.kind).toBe('answer');
    expect(asked[1]).toEqual(['sys', '3', '4', '5', 'new']);
  });

  it('gives up when the prompt is still too long', async () => {
    const { service, asked } = serviceThatHears(tooLong, tooLong);
    const output = await service.processMessage({ systemPrompt: 'sys', history: history(6), message: 'new' });
    expect([output.kind, asked.length]).toEqual(['error', 2]);
  });

  it('does not repeat a prompt that has nothing to forget', async () => {
    const { service, asked } = serviceThatHears(tooLong);
    await service.processMessage({ systemPrompt: 'sys', history: history(2), message: 'new' });
    expect(asked).toHaveLength(1);
  });

  it('shows the fixed text for an empty answer, with the tokens it cost', async () => {
    const { service } = serviceThatHears({ ...answer, content: ' \n' });
    const output = await service.processMessage({ systemPrompt: '', history: [], message: 'a' });
    expect(output).toMatchObject({ kind: 'answer', content: FALLBACK_TEXT, usage: { totalTokens: 3 } });
  });
});
