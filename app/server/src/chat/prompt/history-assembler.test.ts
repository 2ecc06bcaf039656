import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationMessage } from '../conversation/conversation.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { contextBudget, HistoryAssembler } from './history-assembler.ts';

const messageOf = (role: 'user' | 'assistant', content: string, isFallback = false): ConversationMessage => ({
  id: '',
  sessionId: 's',
  role,
  content,
  isFallback,
  warnings: [],
  feedback: undefined,
  createdAt: 0,
});
const assembler = (messages: ConversationMessage[]) =>
  new HistoryAssembler({
    recentMessages: async (_id, count) => (count === 0 ? [] : messages.slice(-count)),
  });

describe('HistoryAssembler', () => {
  it('returns the newest messages that fit, complete and in order, and at least the last pair', async () => {
    const message = fc.tuple(fc.constantFrom('user', 'assistant'), fc.string({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { maxLength: 15 }),
        fc.nat(14),
        fc.integer({ min: -5, max: 60 }),
        async (raw, windowSize, maxTokensBudget) => {
          const messages = raw.map(([role, content]) =>
            messageOf(role === 'user' ? 'user' : 'assistant', content),
          );
          const built = await assembler(messages).build('s', { windowSize, maxTokensBudget });
          const plain = (windowSize === 0 ? [] : messages.slice(-windowSize)).map(({ role, content }) => ({
            role,
            content,
          }));
          const tails = plain.map((_, from) => plain.slice(from));
          const fitting =
            tails.find(
              (tail) =>
                tail.reduce((sum, { content }) => sum + estimateTokens(content), 0) <= maxTokensBudget,
            ) ?? [];
          const answer = plain.findLastIndex(({ role }) => role === 'assistant');
          const pair =
            answer < 0 ? [] : plain.slice(plain[answer - 1]?.role === 'user' ? answer - 1 : answer);
          expect(built).toEqual(fitting.length >= pair.length ? fitting : pair);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('excludes the fallback text', async () => {
    const messages = [
      messageOf('user', 'a'),
      messageOf('assistant', '申し訳ありません', true),
      messageOf('user', 'b'),
      messageOf('assistant', 'c'),
    ];
    expect((await assembler(messages).build('s', { windowSize: 12 })).map(({ content }) => content)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('keeps a sentence that occurs twice', async () => {
    const messages = [
      messageOf('user', 'はい'),
      messageOf('assistant', 'a'),
      messageOf('user', 'はい'),
      messageOf('assistant', 'b'),
    ];
    expect(await assembler(messages).build('s', { windowSize: 12 })).toHaveLength(4);
  });
});

describe('contextBudget', () => {
  it('is the context window without response, margin and system prompt', () => {
    expect(contextBudget({ modelContextLimit: 128_000, responseMaxTokens: 1200, systemTokens: 500 })).toBe(
      126_100,
    );
  });
});

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['あ', 1],
    ['ああ', 2],
    ['😀😀', 2],
  ])('of %j is %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});
