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

  const english = {
    ...answer,
    content: 'What is the goal?',
    usage: { promptTokens: 2, totalTokens: 5, costUsd: 0.5 },
  };
  const ask = (service: AIConversationService) =>
    service.processMessage({ systemPrompt: 'sys', history: [], message: 'new' });

  it('asks once more for an answer in Japanese and adds the usage of both', async () => {
    const { service, asked } = serviceThatHears(english, { ...answer, retryCount: 1 });
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

  it('gives an answer that is still not Japanese, and asks no third time', async () => {
    const { service, asked } = serviceThatHears(english, { ...english, content: 'The goal?' });
    expect(await ask(service)).toMatchObject({ kind: 'answer', content: 'The goal?', isJapanese: false });
    expect(asked).toHaveLength(2);
  });

  it.each<[string, ResponderResult]>([
    ['fails', { ...tooLong, isTemporary: true }],
    ['is empty', { ...answer, content: '' }],
  ])('keeps the first answer when the second one %s', async (_case, second) => {
    const { service } = serviceThatHears(english, second);
    const expected = { kind: 'answer', content: 'What is the goal?', isJapanese: false, isRepaired: true };
    expect(await ask(service)).toMatchObject(expected);
  });

  it('does not repeat an answer in Japanese', async () => {
    const { service, asked } = serviceThatHears();
    expect(await ask(service)).toMatchObject({ isJapanese: true, isRepaired: false });
    expect(asked).toHaveLength(1);
  });

  it('shows the fixed text for an empty answer, with the tokens it cost', async () => {
    const { service } = serviceThatHears({ ...answer, content: ' \n' });
    const output = await service.processMessage({ systemPrompt: '', history: [], message: 'a' });
    expect(output).toMatchObject({ kind: 'answer', content: FALLBACK_TEXT, usage: { totalTokens: 3 } });
  });
});
