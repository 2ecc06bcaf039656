import { describe, expect, it } from 'vitest';
import type { ResponderResult } from './ai-conversation-responder.ts';
import { AIConversationService, ASK_FOR_JAPANESE, FALLBACK_TEXT } from './ai-conversation-service.ts';
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

function serviceWith(...results: ResponderResult[]) {
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
    const { service, asked } = serviceWith();
    await service.processMessage({ systemPrompt: 'sys', history: history(2), message: 'new' });
    expect(asked).toEqual([['sys', '0', '1', 'new']]);
  });

  it('drops the older half of the history once when the prompt is too long', async () => {
    const { service, asked } = serviceWith(tooLong);
    const output = await service.processMessage({ systemPrompt: 'sys', history: history(6), message: 'new' });
    expect(output.kind).toBe('answer');
    expect(asked[1]).toEqual(['sys', '3', '4', '5', 'new']);
  });

  it('returns an error when the prompt is still too long', async () => {
    const { service, asked } = serviceWith(tooLong, tooLong);
    const output = await service.processMessage({ systemPrompt: 'sys', history: history(6), message: 'new' });
    expect([output.kind, asked.length]).toEqual(['error', 2]);
  });

  it('does not retry a prompt without history', async () => {
    const { service, asked } = serviceWith(tooLong);
    await service.processMessage({ systemPrompt: 'sys', history: history(2), message: 'new' });
    expect(asked).toHaveLength(1);
  });

  const english = {
    ...answer,
    content: 'What is the goal?',
    usage: { promptTokens: 2, totalTokens: 5, costUsd: 0.5 },
  };
  const ask = (service: AIConversationService) =>
    service.processMessage({ systemPrompt: 'sys', history: [], message: 'new' });

  it('requests a response in Japanese once and adds the usage of both calls', async () => {
    const { service, asked } = serviceWith(english, { ...answer, retryCount: 1 });
    const output = await ask(service);
    expect(output).toMatchObject({
      kind: 'answer',
      content: 'はい',
      isJapanese: true,
      isRepaired: true,
      retryCount: 1,
    });
    expect(output).toMatchObject({ usage: { promptTokens: 2, totalTokens: 8, costUsd: 0.5 } });
    expect(asked[1]).toEqual(['sys', 'new', 'What is the goal?', ASK_FOR_JAPANESE]);
  });

  it('returns a response that is still not Japanese, without a third call', async () => {
    const { service, asked } = serviceWith(english, { ...english, content: 'The goal?' });
    expect(await ask(service)).toMatchObject({ kind: 'answer', content: 'The goal?', isJapanese: false });
    expect(asked).toHaveLength(2);
  });

  it.each<[string, ResponderResult]>([
    ['fails', { ...tooLong, isTemporary: true }],
    ['is empty', { ...answer, content: '' }],
  ])('keeps the first response when the second one %s', async (_case, second) => {
    const { service } = serviceWith(english, second);
    const expected = { kind: 'answer', content: 'What is the goal?', isJapanese: false, isRepaired: true };
    expect(await ask(service)).toMatchObject(expected);
  });

  it('makes no second call for a response in Japanese', async () => {
    const { service, asked } = serviceWith();
    expect(await ask(service)).toMatchObject({ isJapanese: true, isRepaired: false });
    expect(asked).toHaveLength(1);
  });

  it('returns the fallback text for an empty response, with its token usage', async () => {
    const { service } = serviceWith({ ...answer, content: ' \n' });
    const output = await service.processMessage({ systemPrompt: '', history: [], message: 'a' });
    expect(output).toMatchObject({ kind: 'answer', content: FALLBACK_TEXT, usage: { totalTokens: 3 } });
  });
});
