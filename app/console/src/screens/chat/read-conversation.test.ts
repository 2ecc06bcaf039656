import { describe, expect, it } from 'vitest';
import { readConversation } from './read-conversation.ts';

const message = { id: 'm1', sessionId: 's', role: 'assistant', content: 'はい', createdAt: 1 };

describe('the messages of an answer', () => {
  it('are read without what the page does not know', () => {
    expect(readConversation({ conversation: [{ ...message, later: true }], usage: {} })).toEqual([message]);
  });

  it.each([
    ['nothing', undefined],
    ['no list', { conversation: null }],
    ['a message of nobody', { conversation: [{ ...message, role: 'system' }] }],
    ['a message without text', { conversation: [{ ...message, content: 1 }] }],
    ['a message without a time', { conversation: [{ ...message, createdAt: '1' }] }],
    ['one bad message among good ones', { conversation: [message, null] }],
  ])('are not made up from %s', (_case, reply) => {
    expect(() => readConversation(reply)).toThrow('another form');
  });
});
