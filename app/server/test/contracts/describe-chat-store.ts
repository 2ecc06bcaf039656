import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConversationMessage, InterviewSession } from '../../src/chat/conversation/conversation.ts';
import { StoreBench, type OpenStores } from './store-bench.ts';

const DAY = 24 * 3_600_000;
const AWKWARD = ['a NUL \0 inside', '\u0001 first', "it's 関所 🚧", '__proto__'];

const session = (id: string, changes: Partial<InterviewSession> = {}): InterviewSession => ({
  id,
  userId: 'u',
  title: undefined,
  context: { goal: '採用' },
  version: 1,
  createdAt: 1,
  ...changes,
});
const message = (id: string, changes: Partial<ConversationMessage> = {}): ConversationMessage => ({
  id,
  sessionId: 's',
  role: 'user',
  content: `text of ${id}`,
  isFallback: false,
  warnings: [],
  feedback: undefined,
  createdAt: 5,
  ...changes,
});

/** Tests the contract of a ChatStore. Every adapter must pass these tests. */
export function describeChatStore(name: string, open: OpenStores): void {
  describe(`${name} as a ChatStore`, () => {
    const bench = new StoreBench(open);
    beforeEach(() => bench.start());
    afterEach(() => bench.stop());

    describeSessions(bench);
    describeMessages(bench);
    describeChanges(bench);
    describeSearch(bench);
    describeFeedback(bench);
    describeRequests(bench);
  });
}

function describeSessions(bench: StoreBench): void {
  describe('sessions', () => {
    it('returns a session unchanged, to its user only', async () => {
      await bench.chat.addSession(session('s'));
      expect(await bench.chat.getSession('u', 's')).toEqual(session('s'));
      expect(await bench.chat.getSession('v', 's')).toBeUndefined();
      expect(await bench.chat.getSession('u', 't')).toBeUndefined();
    });

    it('rejects a duplicate id, and only that one of several concurrent writes', async () => {
      const settled = await Promise.allSettled(
        ['a', 'b', 'c'].map((id) => bench.chat.addSession(session(id))),
      );
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
      const again = await Promise.allSettled(['d', 'a', 'e'].map((id) => bench.chat.addSession(session(id))));
      expect(again.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      await expect(bench.chat.addSession(session('a', { userId: 'v' }))).rejects.toMatchObject({
        code: 'StoreUnavailable',
      });
      expect((await bench.chat.listSessions('u', { limit: 9 })).items).toHaveLength(5);
    });

    it('lists the sessions of a user newest first in pages', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await bench.chat.addSession(session(id));
      await bench.chat.addSession(session('x', { userId: 'v' }));
      const first = await bench.chat.listSessions('u', { limit: 2 });
      const second = await bench.chat.listSessions('u', { limit: 2, cursor: first.cursor });
      const third = await bench.chat.listSessions('u', { limit: 2, cursor: second.cursor });
      expect([first, second, third].map(({ items }) => items.map(({ id }) => id))).toEqual([
        ['e', 'd'],
        ['c', 'b'],
        ['a'],
      ]);
      expect(third.cursor).toBeUndefined();
      expect((await bench.chat.listSessions('unknown', { limit: 2 })).items).toEqual([]);
    });

    it('begins at the first page when the cursor is invalid', async () => {
      await bench.chat.addSession(session('a'));
      const page = await bench.chat.listSessions('u', { limit: 2, cursor: "1' or 1=1" });
      expect(page.items).toHaveLength(1);
    });

    it('returns stored data on another connection', async () => {
      await bench.chat.addSession(session('s'));
      const other = await bench.connect();
      expect(await other.chat.getSession('u', 's')).toEqual(session('s'));
    });
  });
}

function describeMessages(bench: StoreBench): void {
  describe('messages', () => {
    beforeEach(() => bench.chat.addSession(session('s')));

    it('are returned in their order, in pages and from the end', async () => {
      for (const id of ['1', '2', '3']) {
        await bench.chat.addExchange({
          messages: [message(`${id}q`), message(`${id}a`, { role: 'assistant' })],
          request: undefined,
        });
      }
      const first = await bench.chat.listMessages('s', { limit: 4 });
      const rest = await bench.chat.listMessages('s', { limit: 4, cursor: first.cursor });
      expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([
        '1q',
        '1a',
        '2q',
        '2a',
        '3q',
        '3a',
      ]);
      expect(rest.cursor).toBeUndefined();
      const recent = await bench.chat.recentMessages('s', 3);
      expect(recent.map(({ id }) => id)).toEqual(['2a', '3q', '3a']);
      expect(recent[0]).toEqual(message('2a', { role: 'assistant' }));
    });

    it('are stored atomically', async () => {
      await bench.chat.addExchange({ messages: [message('1')], request: undefined });
      const request = { userId: 'u', key: 'k', digest: 'd', reply: 'paid for' };
      await expect(
        bench.chat.addExchange({ messages: [message('2'), message('1')], request }),
      ).rejects.toMatchObject({ code: 'StoreUnavailable' });
      expect((await bench.chat.listMessages('s', { limit: 9 })).items).toHaveLength(1);
      expect(await bench.chat.claimRequest({ userId: 'u', key: 'k', digest: 'd', leaseMs: 9 })).toEqual({
        state: 'claimed',
      });
    });

    it('are rejected for a session that does not exist', async () => {
      await expect(
        bench.chat.addExchange({ messages: [message('1', { sessionId: 'gone' })], request: undefined }),
      ).rejects.toMatchObject({ code: 'StoreUnavailable' });
    });

    it('replace an earlier fallback', async () => {
      const request = { userId: 'u', key: 'k', digest: 'd', reply: undefined };
      const fallback = message('1a', { role: 'assistant', isFallback: true });
      await bench.chat.addExchange({ messages: [message('1q'), fallback], request });
      expect((await bench.chat.listMessages('s', { limit: 9 })).items.map(({ id }) => id)).toEqual([
        '1q',
        '1a',
      ]);
      const answer = { ...request, reply: 'the answer' };
      await bench.chat.addExchange({ messages: [message('2q'), message('2a')], request: answer });
      expect((await bench.chat.listMessages('s', { limit: 9 })).items.map(({ id }) => id)).toEqual([
        '2q',
        '2a',
      ]);
    });

    it.each(AWKWARD)('keep the text %j unchanged', async (text) => {
      const awkward = message('m', { content: text });
      const request = { userId: text, key: text, digest: text, reply: text };
      await bench.chat.addExchange({ messages: [awkward], request });
      expect((await bench.chat.listMessages('s', { limit: 9 })).items).toEqual([awkward]);
      expect(await bench.chat.claimRequest({ userId: text, key: text, digest: text, leaseMs: 9 })).toEqual({
        state: 'answered',
        reply: text,
      });
    });
  });
}

function describeChanges(bench: StoreBench): void {
  describe('changes', () => {
    it('replace title and context of the expected version, also on another connection', async () => {
      const other = await bench.connect();
      await bench.chat.addSession(session('s'));
      expect(await other.chat.getSession('u', 's')).toEqual(session('s'));
      const changed = session('s', { title: '採用', context: { region: '東京' }, version: 2 });
      expect(await bench.chat.replaceSession(changed, 2)).toBe(false);
      expect(await bench.chat.replaceSession(changed, 1)).toBe(true);
      expect(await other.chat.getSession('u', 's')).toEqual(changed);
      expect((await bench.chat.listSessions('u', { limit: 9 })).items).toEqual([changed]);
      const unnamed = session('s', { version: 3 });
      expect(await bench.chat.replaceSession(unnamed, 2)).toBe(true);
      expect(await bench.chat.getSession('u', 's')).toEqual(unnamed);
    });

    it('allow one of several concurrent writes to replace a version', async () => {
      await bench.chat.addSession(session('s'));
      const others = await Promise.all([bench.connect(), bench.connect()]);
      const won = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (others[index % 2] ?? bench).chat.replaceSession(session('s', { version: 2 }), 1),
        ),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    it('delete a session with its messages, feedback and stored replies, and nothing else', async () => {
      for (const id of ['s', 't']) {
        await bench.chat.addSession(session(id));
        const reply = JSON.stringify({ conversation: [{ id, sessionId: id }] });
        await bench.chat.addExchange({
          messages: [
            message(`${id}q`, { sessionId: id }),
            message(`${id}a`, { sessionId: id, role: 'assistant' }),
          ],
          request: { userId: 'u', key: id, digest: 'd', reply },
        });
        await bench.chat.setFeedback(`${id}a`, { rating: 'bad', comment: '違う', createdAt: 7 });
      }
      expect(await bench.chat.removeSession({ userId: 'u', id: 's' })).toBe('removed');
      expect(await bench.chat.getSession('u', 's')).toBeUndefined();
      expect((await bench.chat.listMessages('s', { limit: 9 })).items).toEqual([]);
      expect(await bench.chat.getMessage('s', 'sa')).toBeUndefined();
      const claim = (key: string) => bench.chat.claimRequest({ userId: 'u', key, digest: 'd', leaseMs: 9 });
      expect((await claim('s')).state).toBe('claimed');
      expect((await claim('t')).state).toBe('answered');
      expect((await bench.chat.listMessages('t', { limit: 9 })).items).toHaveLength(2);
      expect((await bench.chat.getMessage('t', 'ta'))?.feedback?.rating).toBe('bad');
    });

    it.each([
      ['of another user', { userId: 'v', id: 's' }, 'missing'],
      ['that does not exist', { userId: 'u', id: 'none' }, 'missing'],
      ['of another version', { userId: 'u', id: 's', version: 2 }, 'changed'],
    ])('do not delete a session %s', async (_case, removal, state) => {
      await bench.chat.addSession(session('s'));
      expect(await bench.chat.removeSession(removal)).toBe(state);
      expect(await bench.chat.getSession('u', 's')).toEqual(session('s'));
      expect(await bench.chat.removeSession({ userId: 'u', id: 's', version: 1 })).toBe('removed');
      expect(await bench.chat.removeSession({ userId: 'u', id: 's', version: 1 })).toBe('missing');
    });
  });
}

function describeSearch(bench: StoreBench): void {
  describe('a search', () => {
    const find = async (text: string, page = {}) =>
      (await bench.chat.listSessions('u', { limit: 9, text, ...page })).items.map(({ id }) => id);

    beforeEach(async () => {
      await bench.chat.addSession(session('a', { title: 'ﾃﾝﾌﾟﾚの見直し' }));
      await bench.chat.addSession(session('b'));
      await bench.chat.addSession(session('c', { title: '100% の達成_率' }));
      await bench.chat.addSession(session('x', { userId: 'v', title: 'テンプレ' }));
      const prose = '工程を下書きしました。\n\n```json\n{"schema":"テンプレ隠し"}\n```';
      await bench.chat.addExchange({
        messages: [
          message('1', { sessionId: 'b', content: 'ＡＰＩの移行を計画したい' }),
          message('2', { sessionId: 'b', role: 'assistant', content: prose }),
        ],
        request: undefined,
      });
    });

    it.each([
      ['テンプレ', ['a']],
      ['ﾃﾝﾌﾟﾚ', ['a']],
      ['api', ['b']],
      ['ＡＰＩ', ['b']],
      ['下書き', ['b']],
      ['schema', []],
      ['隠し', []],
      ['goal', []],
      ['%', ['c']],
      ['_', ['c']],
      ["'", []],
      ['の', ['c', 'b', 'a']],
    ])('for %j finds %j', async (text, ids) => {
      expect(await find(text)).toEqual(ids);
    });

    it('returns pages', async () => {
      const first = await bench.chat.listSessions('u', { limit: 2, text: 'の' });
      expect(await find('の', { cursor: first.cursor })).toEqual(['a']);
    });
  });
}

function describeFeedback(bench: StoreBench): void {
  describe('feedback', () => {
    const answer = message('1a', { role: 'assistant', warnings: ['NotJapanese', 'InvalidStructuredJson'] });

    beforeEach(async () => {
      await bench.chat.addSession(session('s'));
      await bench.chat.addExchange({ messages: [message('1q'), answer], request: undefined });
    });

    it('is returned with its message, replaced and removed', async () => {
      for (const feedback of [
        { rating: 'good' as const, comment: undefined, createdAt: 7 },
        { rating: 'bad' as const, comment: "it's 違う 🚧", createdAt: 8 },
        undefined,
      ]) {
        await bench.chat.setFeedback('1a', feedback);
        const rated = { ...answer, feedback };
        expect(await bench.chat.getMessage('s', '1a')).toEqual(rated);
        expect((await bench.chat.listMessages('s', { limit: 9 })).items).toEqual([message('1q'), rated]);
        expect((await bench.chat.recentMessages('s', 1))[0]).toEqual(rated);
      }
    });

    it('is rejected for a message that does not exist', async () => {
      const feedback = { rating: 'good' as const, comment: undefined, createdAt: 7 };
      await expect(bench.chat.setFeedback('none', feedback)).rejects.toMatchObject({
        code: 'StoreUnavailable',
      });
      expect(await bench.chat.getMessage('t', '1a')).toBeUndefined();
    });

    it('is deleted with the fallback that it belongs to', async () => {
      const request = { userId: 'u', key: 'k', digest: 'd', reply: undefined };
      const fallback = message('2a', { role: 'assistant', isFallback: true, warnings: ['Timeout'] });
      await bench.chat.addExchange({ messages: [message('2q'), fallback], request });
      await bench.chat.setFeedback('2a', { rating: 'bad', comment: undefined, createdAt: 7 });
      await bench.chat.addExchange({
        messages: [message('3q'), message('3a')],
        request: { ...request, reply: 'r' },
      });
      expect((await bench.chat.listMessages('s', { limit: 9 })).items.map(({ id }) => id)).toEqual([
        '1q',
        '1a',
        '3q',
        '3a',
      ]);
    });
  });
}

function describeRequests(bench: StoreBench): void {
  describe('requests', () => {
    const claim = (changes = {}) =>
      bench.chat.claimRequest({ userId: 'u', key: 'k', digest: 'd', leaseMs: 5_000, ...changes });

    it('are claimed by one of several connections', async () => {
      const others = await Promise.all([bench.connect(), bench.connect()]);
      const claims = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (others[index % 2] ?? bench).chat.claimRequest({ userId: 'u', key: 'k', digest: 'd', leaseMs: 50 }),
        ),
      );
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'running')).toHaveLength(39);
    });

    it('return the remaining lease to the second caller', async () => {
      expect(await claim()).toEqual({ state: 'claimed' });
      expect(await claim()).toEqual({ state: 'running', retryAfterMs: 2_000 });
      bench.now += 4_000;
      expect(await claim()).toEqual({ state: 'running', retryAfterMs: 1_000 });
    });

    it('are free again after the lease has expired or the claim was released', async () => {
      await claim();
      bench.now += 5_000;
      expect(await claim({ digest: 'another' })).toEqual({ state: 'claimed' });
      await bench.chat.releaseRequest('u', 'k');
      expect(await claim()).toEqual({ state: 'claimed' });
    });

    it('return the stored reply for a day, and never to another request or user', async () => {
      await bench.chat.addSession(session('s'));
      await claim();
      await bench.chat.addExchange({
        messages: [message('1')],
        request: { userId: 'u', key: 'k', digest: 'd', reply: 'the reply' },
      });
      await bench.chat.releaseRequest('u', 'k');
      bench.now += DAY - 1;
      expect(await claim()).toEqual({ state: 'answered', reply: 'the reply' });
      expect(await claim({ digest: 'another' })).toEqual({ state: 'different' });
      expect(await claim({ userId: 'v' })).toEqual({ state: 'claimed' });
      bench.now += 1;
      expect(await claim()).toEqual({ state: 'claimed' });
    });

    it('are released by an exchange without a reply', async () => {
      await bench.chat.addSession(session('s'));
      await claim();
      await bench.chat.addExchange({
        messages: [message('1')],
        request: { userId: 'u', key: 'k', digest: 'd', reply: undefined },
      });
      expect(await claim()).toEqual({ state: 'claimed' });
    });
  });
}
