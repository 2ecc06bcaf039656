import type { Language } from '../../i18n/language.ts';
import { isKeyOf } from '../../i18n/is-key-of.ts';
import { translateParts, type SentencePart } from '../../i18n/translate-parts.ts';
import { translate } from '../../i18n/translate.ts';
import type { ApprovalDetail } from '../approval.ts';
import { neutralReason } from './neutral-reason.ts';
import { reasonsEn } from './reasons.en.ts';
import { reasonsJa } from './reasons.ja.ts';

const MAX_REASONS = 3;

/** The reader of the reasons. */
interface Reader {
  readonly language: Language;
  /** The id of the signed-in person. */
  readonly me: string;
}

type Sentence = readonly SentencePart[];

type Explained = Pick<
  ApprovalDetail,
  'rule_ids' | 'sources' | 'on_behalf_of' | 'effect' | 'reason' | 'reason_ja' | 'destination'
>;

/**
 * Explains for the reader why a request needs a decision, the strongest reason first. Reasons of unknown rules are the
 * engine's own sentences, with "you" replaced.
 */
export function describeReasons(approval: Explained, reader: Reader): readonly Sentence[] {
  const { language } = reader;
  const words = TEXTS[language];
  const user = describeUser(approval.on_behalf_of, reader);
  const tool = toolOf(approval.sources.find((source) => source.tool !== null)?.tool, language);
  const reasons = RULES.flatMap(({ pattern, key }) => {
    const rule = approval.rule_ids.find((id) => pattern.test(id));
    if (rule === undefined) return [];
    const act = `act.${approval.effect}`;
    const values = {
      user,
      tool,
      act: translate(language, isKeyOf(words, act) ? words[act] : words['act.other']),
      target: approval.destination ?? '',
    };
    return [begin(translateParts(language, words[key], values))];
  });
  const sources = describeSource(approval, { language, user });
  const all = sources === undefined ? reasons : [...reasons.slice(0, 1), sources, ...reasons.slice(1)];
  return all.length === 0
    ? [[{ text: neutralReason(approval, language), isCode: false }]]
    : all.slice(0, MAX_REASONS);
}

/** Returns the requester's name for the reader: "you" only if the reader is the requester. */
export function describeUser(requester: string | null, { language, me }: Reader): string {
  const words = TEXTS[language];
  if (requester === null) return translate(language, words['user.unknown']);
  if (requester === me) return translate(language, words['user.you']);
  return translate(language, words['user.name'], { name: requester });
}

/** Capitalizes "you" and "the user" at the beginning. The name of a person or a tool keeps its spelling. */
export function beginSentence(sentence: string): string {
  return OWN_WORDS.test(sentence) ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` : sentence;
}

/** Explains how a value got into a call. */
export function describePath(
  step: 'title' | 'tool' | 'call',
  values: Readonly<Record<string, string>>,
  language: Language,
): Sentence {
  const names = Object.entries(values).map(([name, code]) => [name, { code }] as const);
  return translateParts(language, TEXTS[language][`path.${step}`], Object.fromEntries(names));
}

const begin = ([first, ...rest]: Sentence): Sentence =>
  first === undefined
    ? []
    : [{ ...first, text: first.isCode ? first.text : beginSentence(first.text) }, ...rest];

const toolOf = (tool: string | null | undefined, language: Language) =>
  typeof tool === 'string' ? { code: tool } : translate(language, TEXTS[language].aTool);

function describeSource(
  { sources }: Explained,
  { language, user }: { readonly language: Language; readonly user: string },
): Sentence | undefined {
  const words = TEXTS[language];
  for (const origin of ['prose', 'model', 'field'] as const) {
    const source = sources.find((one) => one.origin === origin);
    if (source) {
      const values = { user, name: { code: source.path }, tool: toolOf(source.tool, language) };
      return translateParts(language, words[`origin.${origin}`], values);
    }
  }
  return undefined;
}

/** The rules with their reasons, the strongest first. */
const RULES: readonly { readonly pattern: RegExp; readonly key: keyof typeof reasonsEn }[] = [
  { pattern: /^content\.alarming$/u, key: 'alarming' },
  { pattern: /^content\.requests-/u, key: 'requests' },
  { pattern: /^default\.not-asked$/u, key: 'notAsked' },
  { pattern: /^hazard\.lookalike$/u, key: 'hazard.lookalike' },
  { pattern: /^hazard\.hidden-text$/u, key: 'hazard.hidden' },
  { pattern: /^hazard\.traversal$/u, key: 'hazard.traversal' },
  { pattern: /^hazard\.internal-host$/u, key: 'hazard.internal' },
  { pattern: /^hazard\.oversized$/u, key: 'hazard.oversized' },
  { pattern: /^origin\.grave-/u, key: 'grave' },
  { pattern: /^content\.secret$/u, key: 'secret' },
  { pattern: /^content\.link$/u, key: 'link' },
  { pattern: /^content\.private-data$/u, key: 'privateData' },
  { pattern: /^read\./u, key: 'read' },
  { pattern: /^limit\./u, key: 'limit' },
];

const OWN_WORDS = /^(?:you|the user)(?: |$)/u;

const TEXTS = { en: reasonsEn, ja: reasonsJa };
