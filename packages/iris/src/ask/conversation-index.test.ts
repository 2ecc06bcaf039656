import { describe, expect, it } from 'vitest';
import { ConversationIndex } from './conversation-index.ts';

const entry = (number: number) => ({ response_id: `resp_${number}`, title: 'a\n  title', createdAt: 0 });

describe('ConversationIndex', () => {
  it('lists the latest turns of each owner, newest first', () => {
    const index = new ConversationIndex(3);
    for (let number = 1; number <= 20; number += 1) index.add('me', entry(number), []);
    expect(index.list('me').map(({ response_id }) => response_id)).toEqual(['resp_20', 'resp_19', 'resp_18']);
    expect(index.list('me')[0]).toMatchObject({ title: 'a title', created_at: '1970-01-01T00:00:00.000Z' });
    expect(index.list('you')).toEqual([]);
  });

  it('stores a limited number of owners', () => {
    const index = new ConversationIndex(2);
    for (const owner of ['a', 'b', 'c']) index.add(owner, entry(1), []);
    expect(['a', 'b', 'c'].map((owner) => index.list(owner).length)).toEqual([0, 1, 1]);
  });

  it('notifies its listeners until they unsubscribe', () => {
    const index = new ConversationIndex();
    let told = 0;
    const stop = index.watch(() => void (told += 1));
    index.add('me', entry(1), []);
    stop();
    index.add('me', entry(2), []);
    expect(told).toBe(1);
  });
});
