import { randomUUID } from 'node:crypto';
import { loadProfile, type ToolManifest } from 'sekisho';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PersonRow, SessionRow, TokenRow } from '../../src/access/access-store.ts';
import type { ModelCall, RunFacts } from '../../src/runs/run-facts-store.ts';
import type { ConsoleStore } from '../../src/composition/console-store.ts';
import { describeReviews } from './describe-reviews.ts';

/** Opens the store at a location. A second call with the same location is a second connection to the same data. */
export type OpenConsoleStore = (
  location: string,
) => Promise<{ store: ConsoleStore; close: () => void | Promise<void> }>;

const NOW = Date.parse('2026-11-16T01:00:00Z');
const DAY = 86_400_000;
const AWKWARD = ['a NUL \0 inside', '\u0001 first', "it's 関所 🚧", '__proto__', 'half \ud800'];

const token = (id: string, changes: Partial<TokenRow> = {}): TokenRow => ({
  id,
  name: `name of ${id}`,
  role: 'approver',
  prefix: `pre-${id}`,
  created_by: 'root',
  created_at: new Date(NOW).toISOString(),
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  ...changes,
});
const session = (changes: Partial<SessionRow> = {}): SessionRow => ({
  id: `session ${changes.user_id ?? 'mika'}`,
  user_id: 'mika',
  role: 'approver',
  method: 'token',
  client: 'a browser',
  csrf_token: 'csrf',
  token_id: null,
  id_token: null,
  created_at: NOW,
  last_used_at: NOW,
  expires_at: NOW + DAY,
  ...changes,
});
const facts = (run_id: string, changes: Partial<RunFacts> = {}): RunFacts => ({
  run_id,
  scenario: 'mail-benign',
  started_by: 'mika',
  user_intent: 'メールを読んで。',
  language: 'ja',
  ...changes,
});
const modelCall = (run_id: string, changes: Partial<ModelCall> = {}): ModelCall => ({
  run_id,
  started_at: new Date(NOW).toISOString(),
  ended_at: new Date(NOW + 1).toISOString(),
  model: 'simulated',
  input_tokens: 3_000_000_000,
  output_tokens: 7,
  cost_usd: 0.25,
  has_failed: false,
  answer: '[{"type":"message"}]',
  ...changes,
});
const manifest: ToolManifest = {
  effect: 'send',
  arguments: { to: 'recipient' },
  trusted_source: false,
  sensitive: false,
  idempotent: false,
  origin: 'declared',
  confirmed: true,
};
const by = (name: string, version: number, now = NOW) => ({ by: name, version, now });
const strict = () => loadProfile('strict');
const withWrites = (writes: number) => ({ ...strict(), limits: { ...strict().limits, writes } });

/** Two connections to the same data, as two servers have them. */
class Bench {
  readonly #open: OpenConsoleStore;
  #opened: Awaited<ReturnType<OpenConsoleStore>>[] = [];

  constructor(open: OpenConsoleStore) {
    this.#open = open;
  }

  async start(): Promise<void> {
    const location = randomUUID();
    this.#opened = [await this.#open(location), await this.#open(location)];
  }

  async stop(): Promise<void> {
    for (const { close } of this.#opened) await close();
  }

  get store(): ConsoleStore {
    return this.at(0);
  }

  get other(): ConsoleStore {
    return this.at(1);
  }

  at(index: number): ConsoleStore {
    const opened = this.#opened[index % 2];
    if (opened === undefined) throw new Error('The stores are not open.');
    return opened.store;
  }

  /** Runs twenty concurrent calls on both connections. */
  race<Result>(act: (store: ConsoleStore, index: number) => Promise<Result>): Promise<Result[]> {
    return Promise.all(Array.from({ length: 20 }, (_, index) => act(this.at(index), index)));
  }
}

/** Tests the contract of a ConsoleStore. Every adapter must pass these tests. */
export function describeConsoleStore(name: string, open: OpenConsoleStore): void {
  describe(`${name} as a ConsoleStore`, () => {
    const bench = new Bench(open);
    beforeEach(() => bench.start());
    afterEach(() => bench.stop());

    describeTokens(bench);
    describeLinks(bench);
    describeSessions(bench);
    describeSessionList(bench);
    describePrefixes(bench);
    describeRuns(bench);
    describeProfiles(bench);
    describeManifests(bench);
    describeReviews(bench);

    it('allows exactly one of several callers to claim a name', async () => {
      const claims = await bench.race((store) => store.claimOnce('demo'));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await bench.other.claimOnce('demo')).toBe(false);
      expect(await bench.other.claimOnce('another')).toBe(true);
    });
  });
}

function describeTokens(bench: Bench): void {
  describe('tokens', () => {
    it('are found by their hash until they are revoked on any connection', async () => {
      await bench.store.addToken(token('t'), 'hash');
      expect(await bench.other.findToken('hash', NOW)).toEqual(token('t'));
      expect(await bench.other.findToken('t', NOW)).toBeUndefined();
      expect(await bench.other.revokeToken('t', NOW + 5)).toBe(true);
      expect(await bench.store.findToken('hash', NOW)).toBeUndefined();
      expect(await bench.store.revokeToken('t', NOW)).toBe(false);
      expect(await bench.store.revokeToken('unknown', NOW)).toBe(false);
      expect(await bench.store.listTokens()).toMatchObject([
        { id: 't', revoked_at: new Date(NOW + 5).toISOString() },
      ]);
    });

    it('expire at their time, to the millisecond', async () => {
      const end = new Date(NOW + DAY).toISOString();
      await bench.store.addToken(token('t', { expires_at: end }), 'hash');
      expect(await bench.store.findToken('hash', NOW + DAY - 1)).toMatchObject({ id: 't' });
      expect(await bench.store.findToken('hash', NOW + DAY)).toBeUndefined();
    });

    it('update their last use at most once a minute', async () => {
      await bench.store.addToken(token('t'), 'hash');
      const lastUse = async () => (await bench.other.listTokens())[0]?.last_used_at;
      await bench.store.findToken('hash', NOW);
      expect(await lastUse()).toBe(new Date(NOW).toISOString());
      await bench.store.findToken('hash', NOW + 30_000);
      expect(await lastUse()).toBe(new Date(NOW).toISOString());
      await bench.store.findToken('hash', NOW + 61_000);
      expect(await lastUse()).toBe(new Date(NOW + 61_000).toISOString());
    });

    it('are listed newest first', async () => {
      for (const [index, id] of ['a', 'b', 'c'].entries())
        await bench.store.addToken(token(id, { created_at: new Date(NOW + index).toISOString() }), id);
      expect((await bench.store.listTokens()).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    });

    it('are revoked by exactly one of several callers', async () => {
      await bench.store.addToken(token('t'), 'hash');
      const revoked = await bench.race((store) => store.revokeToken('t', NOW));
      expect(revoked.filter(Boolean)).toHaveLength(1);
    });
  });
}

function describeLinks(bench: Bench): void {
  describe('login links', () => {
    const link = { user_id: 'local', role: 'admin' as const, expires_at: NOW + 1000, prefix: 'link-pre' };

    it('are consumed once by twenty concurrent callers', async () => {
      await bench.store.addLoginLink('hash', link);
      const spent = await bench.race((store) => store.useLoginLink('hash', NOW));
      expect(spent.filter((found) => found !== undefined)).toEqual([{ user_id: 'local', role: 'admin' }]);
    });

    it('are invalid after their expiry', async () => {
      await bench.store.addLoginLink('hash', link);
      expect(await bench.store.useLoginLink('hash', NOW + 1000)).toBeUndefined();
      expect(await bench.store.useLoginLink('another', NOW)).toBeUndefined();
      expect(await bench.other.useLoginLink('hash', NOW + 999)).toMatchObject({ user_id: 'local' });
    });
  });
}

function describeSessions(bench: Bench): void {
  describe('sessions', () => {
    it('are found until they expire or are deleted', async () => {
      await bench.store.addSession('one', session());
      await bench.store.addSession('two', session({ id: '2', role: 'admin' }));
      expect(await bench.other.findSession('one', NOW)).toEqual(session());
      expect(await bench.store.findSession('one', NOW + DAY)).toBeUndefined();
      await bench.other.removeSession('one');
      expect(await bench.store.findSession('one', NOW)).toBeUndefined();
      expect(await bench.store.findSession('two', NOW)).toMatchObject({ role: 'admin' });
    });

    it.each([
      ['is revoked', {}, (store: ConsoleStore) => store.revokeToken('t', NOW), NOW],
      ['has expired', { expires_at: new Date(NOW + 5).toISOString() }, undefined, NOW + 5],
    ] as const)('end when their token %s', async (_case, changes, act, now) => {
      await bench.store.addToken(token('t', changes), 'token');
      await bench.store.addSession('one', session({ token_id: 't' }));
      expect(await bench.store.findSession('one', NOW)).toMatchObject({ token_id: 't' });
      await act?.(bench.other);
      expect(await bench.store.findSession('one', now)).toBeUndefined();
    });

    it('of a token that does not exist are invalid', async () => {
      await bench.store.addSession('one', session({ token_id: 'gone' }));
      expect(await bench.store.findSession('one', NOW)).toBeUndefined();
    });

    it('that expired long ago are deleted when another is created', async () => {
      await bench.store.addSession('old', session({ id: 'old', expires_at: NOW }));
      await bench.store.addSession('new', session({ expires_at: NOW + 8 * DAY }));
      expect(await bench.store.findSession('old', NOW - 1)).toBeUndefined();
      expect(await bench.store.findSession('new', NOW)).toBeDefined();
    });
  });
}

function describeSessionList(bench: Bench): void {
  describe('the list of sessions', () => {
    const idsOf = async (now: number, userId?: string) =>
      (await bench.other.listSessions(now, userId)).map(({ id }) => id);

    it('contains the valid sessions of all users or of one, the last opened first, without secrets', async () => {
      await bench.store.addToken(token('t'), 'token');
      await bench.store.addSession('one', session({ id: '1' }));
      await bench.store.addSession('two', session({ id: '2', user_id: 'root', created_at: NOW + 1 }));
      await bench.store.addSession('three', session({ id: '3', token_id: 't', created_at: NOW + 2 }));
      await bench.store.addSession('four', session({ id: '4', expires_at: NOW + 5, created_at: NOW + 3 }));
      expect(await idsOf(NOW)).toEqual(['4', '3', '2', '1']);
      expect(await idsOf(NOW, 'mika')).toEqual(['4', '3', '1']);
      expect(await idsOf(NOW, 'nora')).toEqual([]);
      expect(await idsOf(NOW + 5)).toEqual(['3', '2', '1']);
      await bench.store.revokeToken('t', NOW);
      expect(await idsOf(NOW + 5)).toEqual(['2', '1']);
      const { csrf_token: _csrf, id_token: _id, ...shown } = session({ id: '1' });
      expect((await bench.store.listSessions(NOW + 5)).at(-1)).toEqual(shown);
    });

    it('shows the last use, updated at most once a minute', async () => {
      await bench.store.addSession('one', session());
      const lastUse = async () => (await bench.other.listSessions(NOW))[0]?.last_used_at;
      await bench.store.findSession('one', NOW + 30_000);
      expect(await lastUse()).toBe(NOW);
      await bench.store.findSession('one', NOW + 61_000);
      expect(await lastUse()).toBe(NOW + 61_000);
    });

    it('ends a session once, and only of the given user', async () => {
      await bench.store.addSession('one', session({ id: '1' }));
      expect(await bench.store.endSession('1', 'root')).toBeUndefined();
      expect(await bench.store.endSession('unknown')).toBeUndefined();
      const ended = await bench.race((store) => store.endSession('1'));
      expect(ended.filter((each) => each !== undefined)).toEqual([{ user_id: 'mika' }]);
      expect(await bench.other.findSession('one', NOW)).toBeUndefined();
    });

    it.each(AWKWARD)('stores %j', async (text) => {
      const row = session({ id: text, user_id: text, client: text, method: 'oidc', id_token: 'a.b.c' });
      await bench.store.addSession('one', row);
      expect(await bench.other.findSession('one', NOW)).toEqual(row);
      expect(await bench.other.endSession(text, text)).toEqual({ user_id: text });
    });
  });
}

function describePrefixes(bench: Bench): void {
  it('knows the prefixes of valid tokens and login links', async () => {
    const knows = (prefix: string, now = NOW) => bench.other.hasPrefix(prefix, now);
    await bench.store.addToken(token('t', { expires_at: new Date(NOW + 10).toISOString() }), 'token');
    await bench.store.addToken(token('old', { prefix: null }), 'old');
    await bench.store.addLoginLink('link', {
      user_id: 'local',
      role: 'admin',
      expires_at: NOW + 10,
      prefix: 'link-pre',
    });
    expect([await knows('pre-t'), await knows('link-pre')]).toEqual([true, true]);
    expect([await knows('pre-t', NOW + 10), await knows('link-pre', NOW + 10)]).toEqual([false, false]);
    expect([await knows('unknown'), await knows(''), await knows('pre')]).toEqual([false, false, false]);
    await bench.store.revokeToken('t', NOW);
    expect(await knows('pre-t')).toBe(false);
  });
}

function describeRuns(bench: Bench): void {
  describe('runs', () => {
    it('keep the facts that were stored first, and return them for several runs', async () => {
      await bench.store.addRun(facts('a'));
      await bench.other.addRun(facts('a', { started_by: 'another user' }));
      await bench.store.addRun(facts('b', { language: 'en' }));
      expect(await bench.other.factsOf(['b', 'a', 'none'])).toEqual(
        new Map([
          ['a', facts('a')],
          ['b', facts('b', { language: 'en' })],
        ]),
      );
      expect(await bench.store.factsOf([])).toEqual(new Map());
    });

    it('return responses in order', async () => {
      const calls = [
        modelCall('a'),
        modelCall('a', { has_failed: true, answer: '', input_tokens: 0 }),
        modelCall('a', { cost_usd: 0 }),
      ];
      for (const call of calls) await bench.store.addModelCall(call);
      await bench.store.addModelCall(modelCall('b'));
      expect(await bench.other.listModelCalls('a')).toEqual(calls);
    });

    it('sum the usage of their responses', async () => {
      await bench.store.addModelCall(modelCall('a'));
      await bench.store.addModelCall(modelCall('a', { input_tokens: 2, cost_usd: 0.5 }));
      await bench.store.addModelCall(modelCall('b', { cost_usd: 0 }));
      expect(await bench.other.usageOf(['a', 'b', 'none'])).toEqual(
        new Map([
          ['a', { input: 3_000_000_002, output: 14, cost_usd: 0.75 }],
          ['b', { input: 3_000_000_000, output: 7, cost_usd: 0 }],
        ]),
      );
    });

    it.each(AWKWARD)('keep the text %j unchanged', async (text) => {
      const known = facts(text, { user_intent: text, started_by: text });
      await bench.store.addRun(known);
      expect(await bench.other.factsOf([text])).toEqual(new Map([[text, known]]));
      const call = modelCall(text, { model: text, answer: text });
      await bench.store.addModelCall(call);
      expect(await bench.other.listModelCalls(text)).toEqual([call]);
      const person: PersonRow = {
        id: text,
        role: 'viewer',
        method: 'oidc',
        groups: [text.toWellFormed()],
        last_active_at: 'a',
      };
      await bench.store.putPerson({ ...person, role: 'admin' });
      await bench.store.putPerson(person);
      expect(await bench.other.listPeople()).toEqual([person]);
      await bench.store.addToken(token(text, { name: text }), 'hash');
      expect(await bench.other.findToken('hash', NOW)).toMatchObject({ id: text, name: text });
      expect(await bench.other.revokeToken(text, NOW)).toBe(true);
    });
  });
}

function describeProfiles(bench: Bench): void {
  describe('profiles', () => {
    it('are changed from the current version only', async () => {
      expect(await bench.store.getProfile('strict')).toBeUndefined();
      expect(await bench.store.putProfile(withWrites(7), by('root', 3))).toBe(false);
      expect(await bench.store.putProfile(withWrites(7), by('root', 0))).toBe(true);
      expect(await bench.other.putProfile(withWrites(8), by('eve', 0))).toBe(false);
      expect(await bench.other.putProfile(withWrites(8), by('taro', 1, NOW + 1))).toBe(true);
      expect(await bench.store.getProfile('strict')).toMatchObject({
        value: { limits: { writes: 8 } },
        version: 2,
        changed_by: 'taro',
        changed_at: new Date(NOW + 1).toISOString(),
      });
    });

    it.each([0, 1])('from version %d are changed by one of several callers', async (version) => {
      if (version === 1) await bench.store.putProfile(strict(), by('root', 0));
      const won = await bench.race((store, index) =>
        store.putProfile(withWrites(index + 1), by(`user-${index}`, version)),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      const winner = won.indexOf(true);
      expect(await bench.store.getProfile('strict')).toMatchObject({
        value: { limits: { writes: winner + 1 } },
        version: version + 1,
        changed_by: `user-${winner}`,
      });
    });

    it('have one active profile for all users', async () => {
      expect(await bench.store.getActivePolicy()).toBeUndefined();
      await bench.store.setActivePolicy('strict', { by: 'root', now: NOW });
      expect(await bench.other.getActivePolicy()).toBe('strict');
      await bench.other.setActivePolicy('fast', { by: 'root', now: NOW });
      expect(await bench.store.getActivePolicy()).toBe('fast');
      await bench.race((store) => store.setActivePolicy('balanced', { by: 'root', now: NOW }));
      expect(await bench.store.getActivePolicy()).toBe('balanced');
    });
  });
}

function describeManifests(bench: Bench): void {
  describe('company holidays', () => {
    it('are replaced from the current version only', async () => {
      const holidays = [{ first: '2026-12-29', last: '2027-01-03', name: AWKWARD.join(' ') }];
      expect(await bench.store.getHolidays()).toBeUndefined();
      expect(await bench.store.putHolidays(holidays, by('root', 0))).toBe(true);
      expect(await bench.other.putHolidays([], by('eve', 0))).toBe(false);
      expect(await bench.other.getHolidays()).toMatchObject({
        version: 1,
        changed_by: 'root',
        value: holidays,
      });
      expect(await bench.other.putHolidays([], by('taro', 1))).toBe(true);
      expect((await bench.store.getHolidays())?.value).toEqual([]);
    });
  });

  describe('manifests', () => {
    it('are confirmed, changed and deleted by version', async () => {
      expect(await bench.store.putManifest('send_mail', manifest, by('root', 0))).toBe(true);
      expect(await bench.other.putManifest('send_mail', manifest, by('eve', 0))).toBe(false);
      expect(await bench.other.listManifests()).toEqual(
        new Map([
          ['send_mail', expect.objectContaining({ value: manifest, version: 1, changed_by: 'root' })],
        ]),
      );
      const changed = { ...manifest, effect: 'admin' as const };
      expect(await bench.store.putManifest('send_mail', changed, by('root', 1))).toBe(true);
      expect(await bench.store.putManifest('send_mail', undefined, by('root', 1))).toBe(false);
      expect((await bench.other.listManifests()).get('send_mail')).toMatchObject({
        value: changed,
        version: 2,
      });
      expect(await bench.other.putManifest('send_mail', undefined, by('root', 2))).toBe(true);
      expect(await bench.store.putManifest('send_mail', undefined, by('root', 2))).toBe(false);
      expect(await bench.store.listManifests()).toEqual(new Map());
    });

    it('are deleted by exactly one of several callers', async () => {
      await bench.store.putManifest('send_mail', manifest, by('root', 0));
      const won = await bench.race((store) => store.putManifest('send_mail', undefined, by('root', 1)));
      expect(won.filter(Boolean)).toHaveLength(1);
    });
  });
}
