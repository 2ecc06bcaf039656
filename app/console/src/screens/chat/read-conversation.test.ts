import { describe, expect, it } from 'vitest';
import { readConversation } from './read-conversation.ts';

const message = {
  id: 'm1',
  sessionId: 's',
  role: 'assistant',
  content: 'はい',
  warnings: ['NotJapanese'],
  feedback: null,
  createdAt: '2026-11-17T05:00:00.000Z',
};

describe('the messages of an answer', () => {
  it('are read without what the page does not know', () => {
    const told = { ...message, warnings: ['NotJapanese', 'Later'], later: true };
    expect(readConversation({ conversation: [told], usage: {} })).toEqual([message]);
  });

  it.each([
    ['nothing', undefined],
    ['no list', { conversation: null }],
    ['a message of nobody', { conversation: [{ ...message, role: 'system' }] }],
    ['a message without text', { conversation: [{ ...message, content: 1 }] }],
    ['a message without a time', { conversation: [{ ...message, createdAt: 1 }] }],
    ['one bad message among good ones', { conversation: [message, null] }],
  ])('are not made up from %s', (_case, reply) => {
    expect(() => readConversation(reply)).toThrow('another form');
  });
});
