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

describe('readConversation', () => {
  it('omits unknown fields of messages', () => {
    const received = { ...message, warnings: ['NotJapanese', 'Later'], later: true };
    expect(readConversation({ conversation: [received], usage: {} })).toEqual([message]);
  });

  it.each([
    ['nothing', undefined],
    ['no list of messages', { conversation: null }],
    ['a message of an unknown role', { conversation: [{ ...message, role: 'system' }] }],
    ['a message without text', { conversation: [{ ...message, content: 1 }] }],
    ['a message without a time', { conversation: [{ ...message, createdAt: 1 }] }],
    ['one invalid message among valid ones', { conversation: [message, null] }],
  ])('rejects %s', (_case, reply) => {
    expect(() => readConversation(reply)).toThrow('unknown format');
  });
});
