import { assert, boolean, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASELINE_FACTS, type CallFacts, VALUE_ORIGINS, type ValueOrigin } from '../policy/call-facts.ts';
import { evaluatePolicy } from '../policy/evaluate-policy.ts';
import { loadProfile } from '../policy/load-profile.ts';
import { PROFILES } from '../policy/profiles.ts';
import { CONTROL_ROLES, type ControlRole, EFFECTS } from '../wire/tool-manifest.ts';
import { explainDecision } from './explain-decision.ts';
import { judgeCall } from './judge-call.ts';
import { RunHistory } from './provenance/run-history.ts';

// Most calls have few values and few risks. Equal chances would hardly ever produce an allowed call.
const ABSENT = Array.from({ length: 60 }, () => 'absent' as const);
const origin = constantFrom(...VALUE_ORIGINS, ...ABSENT);
const seldom = constantFrom(true, false, false, false, false, false);
const generatedFacts = record({
  effect: constantFrom(...EFFECTS),
  user: constantFrom('owner', 'customer'),
  intent: constantFrom('asked', 'partial', 'delegated', 'none'),
  tainted: boolean(),
  delegated: boolean(),
  vague: seldom,
  guess: boolean(),
  sensitive: seldom,
  alarming: seldom,
  requested_by_content: seldom,
  content_link: seldom,
  active_content: seldom,
  carries_data: seldom,
  uninvited: seldom,
  other_named: seldom,
  other_amount: seldom,
  chosen_by_sender: seldom,
  unnamed_file: seldom,
  secret: seldom,
  traversal: seldom,
  internal_host: seldom,
  lookalike: seldom,
  hidden_text: seldom,
  oversized: seldom,
  unauthorized: seldom,
  mixed_records: seldom,
  plan: constantFrom('none', 'none', 'none', 'inside', 'unclear', 'outside'),
  writes: constantFrom<number>(0, 0, 0, 1_000_000),
  has_read: boolean(),
  private_data: seldom,
  widens: seldom,
  persists: seldom,
  recipient: origin,
  account: origin,
  url: origin,
  path: origin,
  command: origin,
  amount: origin,
  credential: origin,
  target: origin,
});
const profiles = constantFrom(
  ...PROFILES,
  loadProfile({
    ...loadProfile('balanced'),
    name: 'none',
    decisions: { 'allow.asked': 'off', 'allow.read': 'off' },
  }),
);

/** The role that a statement about a source names. */
const NAMED_ROLES: readonly (readonly [en: RegExp, role: ControlRole])[] = [
  [/The (?:recipient|person or account) has another/, 'recipient'],
  [/The account has another/, 'account'],
  [/The (?:address that data goes to|web address) has another/, 'url'],
  [/the command has another|The command has another/, 'command'],
  [/The credential (?:has another|is in a record)/, 'credential'],
  [/The path has another/, 'path'],
  [/The amount has another/, 'amount'],
  [/The thing that is (?:acted on|changed) has another/, 'target'],
];

const isElsewhere = (from: ValueOrigin) => from !== 'user' && from !== 'absent';

/** What a sentence states, and the facts for which the statement is true. */
const STATEMENTS: readonly (readonly [en: RegExp, ja: RegExp, holds: (facts: CallFacts) => boolean])[] = [
  [/ did not ask for this/, /この操作を依頼していません/, ({ intent }) => intent === 'none'],
  [
    /unclear whether/,
    /かどうかが明確ではありません/,
    ({ intent }) => intent === 'partial' || intent === 'delegated',
  ],
  [/ asked for it\./, /が依頼した操作です/, ({ intent }) => intent === 'asked'],
  [/ did not ask about/, /依頼していない個人情報/, ({ intent }) => intent === 'none'],
  [
    / did not mention/,
    /依頼にない対象|依頼にも含まれていません/,
    ({ intent }) => intent === 'none' || intent === 'delegated',
  ],
  [/points to/, /依頼に沿っ/, ({ intent }) => intent === 'partial' || intent === 'delegated'],
  [/handed over/, /任された/, ({ intent }) => intent === 'delegated'],
  [
    /has another source than|is in a record that/,
    /の出所が、?(?:利用者|お客様)で[はも]|挙げていないレコード/,
    (facts) => CONTROL_ROLES.some((role) => isElsewhere(facts[role])),
  ],
  [/untrusted text was read/, /信頼できないテキスト(?:が読み込|を読んだ)/, ({ tainted }) => tainted],
  [/No untrusted text|no untrusted text/, /テキストをまだ読んでいません/, ({ tainted }) => !tainted],
  [
    /this is a payment, a command/,
    /支払い・実行・権限変更/,
    ({ effect }) => ['spend', 'execute', 'admin'].includes(effect),
  ],
  [/only reads\./, /読み取りのみ/, ({ effect }) => effect === 'read'],
  [/asks for this action/, /操作を要求しています/, (facts) => facts.requested_by_content],
  [/does not say so/, /依頼にはありません/, ({ widens }) => widens],
  [/takes effect again later/, /後から繰り返し作用/, ({ persists }) => persists],
  [/sent along is not one/, /送信されるファイルは/, (facts) => facts.unnamed_file && facts.effect === 'send'],
  [/sender of a message chose/, /メッセージの送信者が指定/, (facts) => facts.chosen_by_sender],
  [/which amounts to use/, /指定した金額とは異なる/, (facts) => facts.other_amount],
  [/named another item/, /別の項目を指定/, (facts) => facts.other_named],
  [/carries a link/, /文面に、読み込まれた/, (facts) => facts.content_link],
  [/password or key/, /パスワードや鍵/, ({ secret }) => secret],
  [/session\./, /セッション情報が含まれ/, (facts) => facts.private_data],
  [/leaves its folder/, /フォルダの外/, ({ traversal }) => traversal],
  [/internal network/, /内部ネットワーク/, (facts) => facts.internal_host],
  [/letters that look alike/, /見た目の似た/, ({ lookalike }) => lookalike],
  [/invisible characters/, /見えない文字/, (facts) => facts.hidden_text],
  [/too large/, /大きすぎ/, ({ oversized }) => oversized],
  [/limit of changes/, /変更回数が上限/, ({ writes }) => writes > 0],
  [
    /no trusted source/,
    /信頼できる出所がありません/,
    ({ user, unauthorized }) => user === 'customer' && unauthorized,
  ],
  [/another record than/, /別のレコードの値/, (facts) => facts.user === 'customer' && facts.mixed_records],
  [/belongs to the plan/, /計画に含まれる操作/, ({ plan }) => plan === 'inside'],
  [/does not contain this/, /計画に含まれていない操作/, ({ plan }) => plan === 'outside'],
  [/only looks like a reader/, /読み取り用に見える/, ({ guess, effect }) => guess && effect === 'read'],
  [/Nothing in the name/, /ツール名からは/, ({ vague, effect }) => vague && effect === 'read'],
  [/No rule of the profile allows/, /許可するルールが/, () => true],
  [/did not write/, /が書いていないリンク/, (facts) => facts.active_content],
  [/data of earlier results/, /以前の結果のデータ/, (facts) => facts.effect === 'read' && facts.carries_data],
  [/tries to steer/, /操ろうとしている/, ({ alarming }) => alarming],
];

/** Calls whose statements are too rare among the generated ones for every run of this test to contain them. */
const RARE_CALLS = (
  [
    ['balanced', { user: 'customer', tainted: true, sensitive: true }],
    ['fast', { effect: 'write', intent: 'delegated', tainted: true, delegated: true }],
    ['strict', { tainted: true, guess: true, command: 'field' }],
    ['strict', { tainted: true, vague: true }],
    ['balanced', { effect: 'delete', intent: 'asked', plan: 'inside' }],
    ['strict', { effect: 'admin', intent: 'partial', plan: 'outside' }],
  ] as const
).map(([profile, facts]): [ReturnType<typeof loadProfile>, CallFacts] => [
  loadProfile(profile),
  { ...BASELINE_FACTS, ...facts },
]);

/** The second sentence of a reason, whose first one is checked. */
const CONTINUED = /^\s*A customer's words are a request/;

describe('the reasons of decisions', () => {
  it('explain the value that they name', () => {
    const sources = CONTROL_ROLES.map((role) => ({
      path: role,
      role,
      value: `the ${role}`,
      origin: role === 'path' ? ('prose' as const) : ('field' as const),
      tool: 'list_items',
    }));
    for (const role of CONTROL_ROLES.filter((each) => each !== 'path')) {
      const facts = { ...BASELINE_FACTS, effect: 'spend', tainted: true, [role]: 'field' } as const;
      const { decision, rules } = evaluatePolicy(loadProfile('strict'), facts);
      const { en, ja } = explainDecision({ decision, rules, sources, user: 'owner' });
      expect(rules.map(({ id }) => id).filter((id) => id.startsWith('origin.'))).not.toEqual([]);
      expect([en.includes(`"the ${role}"`), ja.includes(`「the ${role}」`)]).toEqual([true, true]);
    }
  });

  it('state only what the facts say, in both languages, without addressing the reader', () => {
    const seen = new Set<RegExp>();
    assert(
      property(profiles, generatedFacts, (profile, generated) => {
        const facts: CallFacts = { ...BASELINE_FACTS, ...generated };
        const { decision, rules } = evaluatePolicy(profile, facts);
        const { en, ja } = explainDecision({ decision, rules, sources: [], user: facts.user });
        expect(en).not.toMatch(/\b(?:you|yours?|yourself)\b/i);
        expect(ja).not.toMatch(/ご自身|あなた/);
        expect([en, ja].join(' ').match(/customer|お客様/) === null || facts.user === 'customer').toBe(true);
        const wrong = NAMED_ROLES.filter(([named, role]) => named.test(en) && !isElsewhere(facts[role]));
        // A sentence that no statement covers would be unchecked.
        const unchecked = (en.match(/[^.]+\.(?:\s|$)/g) ?? []).filter(
          (sentence) => !CONTINUED.test(sentence) && !STATEMENTS.some(([english]) => english.test(sentence)),
        );
        expect({ wrong, unchecked }).toEqual({ wrong: [], unchecked: [] });
        for (const [english, japanese, holds] of STATEMENTS) {
          expect(japanese.test(ja), `${en} / ${ja}`).toBe(english.test(en));
          if (!english.test(en)) continue;
          seen.add(english);
          expect(holds(facts), `${en} ${JSON.stringify(facts)}`).toBe(true);
        }
      }),
      { numRuns: 4_000, examples: RARE_CALLS },
    );
    expect(seen.size).toBe(STATEMENTS.length);
  });

  it.each([
    ['none', 'The user did not ask for this.', '利用者はこの操作を依頼していません。'],
    [
      'partial',
      'It is unclear whether the user asked for this.',
      '利用者がこの操作を依頼したかどうかが明確ではありません。',
    ],
  ] as const)('name an intent of %s', (intent, en, ja) => {
    const { decision, rules } = evaluatePolicy(loadProfile('balanced'), {
      ...BASELINE_FACTS,
      effect: 'spend',
      intent,
    });
    expect(explainDecision({ decision, rules, sources: [], user: 'owner' })).toEqual({ en, ja });
  });

  it.each([
    ['Переведи хозяину деньги за квартиру.', 'default.unclear'],
    ['What is the weather like?', 'default.not-asked'],
  ])('of an unknown language do not claim that the user asked for nothing: %s', (text, rule) => {
    const history = new RunHistory();
    history.addUserText(text);
    const judgement = judgeCall({
      tool: { id: 'wire', name: 'unlock_car', description: 'Unlocks the car', parameters: {} },
      args: {},
      history,
      profile: loadProfile('balanced'),
      counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
    });
    expect(judgement.rule_ids).toEqual([rule]);
  });

  it.each(['owner', 'customer', 'unknown'] as const)(
    'name the value and each untrusted origin of it (user: %s)',
    (user) => {
      const explain = (from: ValueOrigin, by = '') =>
        explainDecision({
          decision: 'needs_human',
          rules: [],
          sources: [{ path: 'to', role: 'recipient', value: 'a@x.example', origin: from, tool: by }],
          user: user === 'unknown' ? 'owner' : user,
          isUserUnknown: user === 'unknown',
        });
      const unexplained = new Set<ValueOrigin>(['absent', 'user']);
      for (const from of VALUE_ORIGINS.filter((each) => !unexplained.has(each))) {
        const { en, ja } = explain(from, 'read_mail');
        expect(en).toMatch(/The address "a@x\.example" (?:comes|was|is) .+\.$/);
        expect(ja).toMatch(/宛先「a@x\.example」[はの].+。$/);
      }
      expect(explain('approved', 'ann')).toMatchObject({
        en: expect.stringMatching(/was approved earlier in this run by ann\.$/),
        ja: expect.stringMatching(/は、この実行で ann がすでに承認した値です。$/),
      });
      expect(explain('approved')).toMatchObject({
        en: expect.stringMatching(/was approved earlier in this run\.$/),
        ja: expect.stringMatching(/は、この実行ですでに承認した値です。$/),
      });
    },
  );
});

it.each([
  ['recipient', 'address', '宛先'],
  ['account', 'account', '口座'],
  ['url', 'link', 'リンク'],
  ['path', 'path', 'パス'],
  ['command', 'command', 'コマンド'],
  ['amount', 'amount', '金額'],
  ['credential', 'credential', '認証情報'],
  ['target', 'value', '値'],
] as const)('calls a value in the role %s "%s" and 「%s」', (role, en, ja) => {
  const explained = explainDecision({
    decision: 'needs_human',
    rules: [{ id: `origin.${role}`, reason: { en: 'It is unclear.', ja: '不明です。' } }],
    sources: [
      {
        path: 'other',
        role: role === 'path' ? 'url' : 'path',
        value: 'other',
        origin: 'prose',
        tool: 'read_mail',
      },
      { path: 'x', role, value: 'it', origin: 'model' },
    ],
    user: 'owner',
  });
  expect(explained.en).toContain(`The ${en} "it" was made up by the model`);
  expect(explained.ja).toContain(`${ja}「it」`);
});
