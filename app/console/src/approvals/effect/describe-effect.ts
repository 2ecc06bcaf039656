import type { Language } from '../../i18n/language.ts';
import { translate } from '../../i18n/translate.ts';
import { findAmount } from './find-amount.ts';
import { effectEn } from './texts.en.ts';
import { effectJa } from './texts.ja.ts';

/** The fields of a request that its effect is computed from. A request in a list has `payment` instead of arguments. */
export interface EffectSource {
  readonly kind: string;
  readonly effect: string;
  readonly tool_id: string;
  readonly destination: string | null;
  readonly edit: { readonly destination_before: string | null } | null;
  readonly payment?: Readonly<Record<string, unknown>> | null;
  readonly arguments?: Readonly<Record<string, unknown>> | null;
  readonly edited_arguments?: Readonly<Record<string, unknown>> | null;
}

/** Describes in one sentence what happens if a request is approved. Targets longer than `maxLength` are elided. */
export function describeEffect(request: EffectSource, language: Language, maxLength = Infinity): string {
  const t = (key: keyof typeof effectEn, values: Record<string, string | number> = {}) =>
    translate(language, TEXTS[language][key], values);
  const { tool_id: tool, effect } = request;
  const shown = (destination: string | null) => {
    const [first, ...rest] = readTargets(destination);
    if (first === undefined) return undefined;
    const text = elideMiddle(first, maxLength);
    return rest.length === 0 ? text : t('more', { first: text, count: rest.length });
  };
  const after = shown(request.destination);
  const before = shown(request.edit?.destination_before ?? null);
  const isChanged = before !== undefined && request.edit?.destination_before !== request.destination;
  const target = after !== undefined && isChanged ? t('was', { target: after, before }) : after;
  const amount = findAmount(valuesOf(request), language);
  const known = EFFECTS.find((name) => name === effect);
  const sentence =
    target === undefined
      ? t('call', { tool })
      : known === 'spend' && amount !== undefined
        ? t('spendAmount', { amount, target })
        : known === undefined
          ? t('other', { tool, target })
          : t(known, { target });
  return request.kind === 'outcome' ? t('outcome', { effect: sentence }) : sentence;
}

const valuesOf = ({ edited_arguments: edited, arguments: requested, payment }: EffectSource) =>
  edited ?? requested ?? payment ?? {};

/** Describes a decision in one sentence: who approved or rejected which effect. */
export function describeDecision(
  status: 'approved' | 'denied',
  values: { readonly who: string; readonly effect: string },
  language: Language,
): string {
  return translate(language, TEXTS[language][status], values);
}

/** Returns the targets of a call. The engine writes several targets as a JSON list, with a digest when it is long. */
export function readTargets(destination: string | null): readonly string[] {
  if (destination === null || destination.trim() === '') return [];
  if (!destination.startsWith('[')) return [destination];
  try {
    const list: unknown = JSON.parse(destination);
    if (Array.isArray(list) && list.length > 0)
      return list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    // A list that was shortened is not valid JSON. It is displayed as it is.
  }
  return [destination];
}

/** Shortens a text in the middle, so that the end, such as a domain or a file name, stays visible. */
export function elideMiddle(text: string, maxLength: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  const kept = maxLength - 1;
  const atEnd = Math.ceil(kept * 0.6);
  return `${characters.slice(0, kept - atEnd).join('')}…${characters.slice(-atEnd).join('')}`;
}

const EFFECTS = ['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin'] as const;
const TEXTS = { en: effectEn, ja: effectJa };
