import type { ValueSource } from './call-judgement.ts';
import type { GateVerdict } from '../wire/gate-decision.ts';
import type { Principal } from '../wire/principal.ts';
import type { ControlRole } from '../wire/tool-manifest.ts';
import { customerReason } from '../policy/rules/customer-reasons.ts';
import { USER_UNKNOWN } from '../policy/evaluate-policy.ts';
import { VALUE_ORIGINS, type ValueOrigin } from '../policy/call-facts.ts';

/** The inputs of an explanation. */
export interface Explainable {
  readonly decision: GateVerdict;
  readonly rules: readonly {
    readonly id: string;
    readonly reason: { readonly en: string; readonly ja: string };
  }[];
  readonly sources: readonly ValueSource[];
  readonly user: Principal;
  /** Whether the integration does not see what the user wrote. Then no reason may claim that the user did not ask. */
  readonly isUserUnknown?: boolean | undefined;
}

const MAX_REASONS = 3;

/**
 * Explains in both languages what was decided and why. A denial or an approval request names the value and its origin.
 */
export function explainDecision(call: Explainable): { en: string; ja: string } {
  const ids = new Set(call.rules.map((rule) => rule.id));
  const rules = call.rules.filter(({ id }) => !ids.has(graverOf(id) ?? '')).slice(0, MAX_REASONS);
  const isCustomer = call.user === 'customer';
  const reasons =
    call.isUserUnknown === true
      ? [USER_UNKNOWN, ...rules.filter(({ id }) => !/^(?:origin|default)\./.test(id))].map(
          ({ reason }) => reason,
        )
      : rules.map((rule) => (isCustomer ? customerReason(rule) : rule.reason));
  const en = reasons.map((reason) => reason.en).join(' ');
  const ja = reasons.map((reason) => reason.ja).join('');
  if (call.decision === 'allow') return { en, ja };
  const source = leastTrusted(sourcesOf(rules, call.sources));
  if (source === undefined) return { en, ja };
  const tool = source.tool ?? source.by ?? '';
  const sentences =
    call.isUserUnknown === true ? UNKNOWN_SENTENCES : isCustomer ? CUSTOMER_SENTENCES : OWNER_SENTENCES;
  return {
    en: `${en} ${sentences.en[source.origin](`The ${NOUNS[source.role].en} "${source.value}"`, tool)}`.trim(),
    ja: `${ja}${sentences.ja[source.origin](`${NOUNS[source.role].ja}「${source.value}」`, tool)}`,
  };
}

/** Returns the id of the rule that includes the statement of this one. */
const graverOf = (id: string) =>
  id.startsWith('origin.') && !id.startsWith('origin.grave-')
    ? id.replace('origin.', 'origin.grave-')
    : undefined;

const NOUNS: Readonly<Record<ControlRole, { readonly en: string; readonly ja: string }>> = {
  recipient: { en: 'address', ja: '宛先' },
  account: { en: 'account', ja: '口座' },
  url: { en: 'link', ja: 'リンク' },
  path: { en: 'path', ja: 'パス' },
  command: { en: 'command', ja: 'コマンド' },
  amount: { en: 'amount', ja: '金額' },
  credential: { en: 'credential', ja: '認証情報' },
  target: { en: 'value', ja: '値' },
};

/** The values that the reasons mention; all of them if the reasons mention none. */
function sourcesOf(rules: Explainable['rules'], sources: readonly ValueSource[]): readonly ValueSource[] {
  const named = sources.filter(({ role }) =>
    rules.some(({ id }) => id.startsWith('origin.') && id.split(/[.-]/).includes(role)),
  );
  return named.length > 0 ? named : sources;
}

function leastTrusted(sources: readonly ValueSource[]): ValueSource | undefined {
  let worst: ValueSource | undefined;
  for (const source of sources) {
    if (worst === undefined || VALUE_ORIGINS.indexOf(source.origin) > VALUE_ORIGINS.indexOf(worst.origin))
      worst = source;
  }
  return worst;
}

type Sentence = (value: string, tool: string) => string;

const ENGLISH: Readonly<Record<ValueOrigin, Sentence>> = {
  absent: () => '',
  user: () => '',
  approved: (value, by) => `${value} was approved earlier in this run${by === '' ? '' : ` by ${by}`}.`,
  customer: (value) => `${value} comes only from the words of a customer.`,
  instructions: (value) => `${value} comes from the instructions of the agent.`,
  session: (value) => `${value} comes from the session data of the host.`,
  trusted: (value, tool) => `${value} comes from the trusted tool ${tool}.`,
  anchored: (value, tool) => `${value} comes from a field of ${tool}, in a record that the user named.`,
  lookup: (value, tool) => `${value} comes from a field of ${tool}, not from the user.`,
  field: (value, tool) => `${value} comes from a field of ${tool}, not from the user.`,
  derived: (value) => `${value} was put together from known parts.`,
  model: (value) => `${value} was made up by the model; neither the user nor any tool gave it.`,
  prose: (value, tool) => `${value} comes from the text of ${tool}, not from the user.`,
};

const JAPANESE: Readonly<Record<ValueOrigin, Sentence>> = {
  absent: () => '',
  user: () => '',
  approved: (value, by) => `${value}は、この実行で${by === '' ? '' : ` ${by} が`}すでに承認した値です。`,
  customer: (value) => `${value}の出所はお客様の発言だけです。`,
  instructions: (value) => `${value}はエージェントの指示文に由来します。`,
  session: (value) => `${value}はセッション情報に由来します。`,
  trusted: (value, tool) => `${value}は信頼済みツール ${tool} の結果です。`,
  anchored: (value, tool) => `${value}は、利用者が挙げたレコードに含まれる ${tool} の項目です。`,
  lookup: (value, tool) => `${value}は利用者の指定ではなく、${tool} の結果の項目です。`,
  field: (value, tool) => `${value}は利用者の指定ではなく、${tool} の結果の項目です。`,
  derived: (value) => `${value}は既知の値を組み合わせたものです。`,
  model: (value) => `${value}はモデルが作ったもので、利用者の指定でもツールの結果でもありません。`,
  prose: (value, tool) => `${value}は利用者の指定ではなく、${tool} が返した文章に由来します。`,
};

const OWNER_SENTENCES = { en: ENGLISH, ja: JAPANESE } as const;

const UNKNOWN_SENTENCES = {
  en: {
    ...ENGLISH,
    anchored: (value, tool) => `${value} comes from a field of ${tool}.`,
    lookup: (value, tool) => `${value} comes from a field of ${tool}.`,
    field: (value, tool) => `${value} comes from a field of ${tool}.`,
    model: (value) => `${value} is in no result; whether the user gave it is unknown.`,
    prose: (value, tool) => `${value} comes from the text of ${tool}.`,
  },
  ja: {
    ...JAPANESE,
    anchored: (value, tool) => `${value}は ${tool} の結果の項目です。`,
    lookup: (value, tool) => `${value}は ${tool} の結果の項目です。`,
    field: (value, tool) => `${value}は ${tool} の結果の項目です。`,
    model: (value) => `${value}はツールの結果にはなく、利用者が指定したかどうかは分かりません。`,
    prose: (value, tool) => `${value}は ${tool} が返した文章に由来します。`,
  },
} as const satisfies Record<'en' | 'ja', Readonly<Record<ValueOrigin, Sentence>>>;

const CUSTOMER_SENTENCES = {
  en: {
    ...ENGLISH,
    anchored: (value, tool) =>
      `${value} comes from a field of ${tool}, which is no trusted source, in a record that the customer named.`,
    lookup: (value, tool) => `${value} comes from a field of ${tool}, which is no trusted source.`,
    field: (value, tool) => `${value} comes from a field of ${tool}, which is no trusted source.`,
    model: (value) => `${value} was made up by the model; neither the customer nor any tool gave it.`,
    prose: (value, tool) => `${value} comes from the text of ${tool}, which is no trusted source.`,
  },
  ja: {
    ...JAPANESE,
    anchored: (value, tool) =>
      `${value}は、お客様が挙げたレコードに含まれる ${tool} の項目ですが、${tool} は信頼済みの情報源ではありません。`,
    lookup: (value, tool) =>
      `${value}は ${tool} の結果の項目ですが、${tool} は信頼済みの情報源ではありません。`,
    field: (value, tool) =>
      `${value}は ${tool} の結果の項目ですが、${tool} は信頼済みの情報源ではありません。`,
    model: (value) => `${value}はモデルが作ったもので、お客様の指定でもツールの結果でもありません。`,
    prose: (value, tool) =>
      `${value}は ${tool} が返した文章に由来し、${tool} は信頼済みの情報源ではありません。`,
  },
} as const satisfies Record<'en' | 'ja', Readonly<Record<ValueOrigin, Sentence>>>;
