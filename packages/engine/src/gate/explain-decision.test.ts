import { assert, boolean, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASELINE_FACTS, type CallFacts, VALUE_ORIGINS } from '../policy/call-facts.ts';
import { evaluatePolicy } from '../policy/evaluate-policy.ts';
import { loadProfile } from '../policy/load-profile.ts';
import { PROFILES } from '../policy/profiles.ts';
import { CONTROL_ROLES, EFFECTS } from '../wire/tool-manifest.ts';
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

const isElsewhere = (facts: CallFacts) =>
  CONTROL_ROLES.some((role) => facts[role] !== 'user' && facts[role] !== 'absent');

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
  [/has another source than/, /の出所が、?(?:利用者|お客様)で[はも]/, isElsewhere],
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
  [/does not speak of it/, /触れられていません/, ({ persists }) => persists],
  [/did not write/, /が書いていないリンク/, (facts) => facts.active_content],
  [/data of earlier results/, /以前の結果のデータ/, (facts) => facts.effect === 'read' && facts.carries_data],
  [/tries to steer/, /操ろうとしている/, ({ alarming }) => alarming],
];

describe('the reasons of decisions', () => {
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
        for (const [english, japanese, holds] of STATEMENTS) {
          expect(japanese.test(ja), `${en} / ${ja}`).toBe(english.test(en));
          if (!english.test(en)) continue;
          seen.add(english);
          expect(holds(facts), `${en} ${JSON.stringify(facts)}`).toBe(true);
        }
      }),
      { numRuns: 4_000 },
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
});
