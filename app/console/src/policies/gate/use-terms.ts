import { isKeyOf } from '../../i18n/is-key-of.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { termsEn } from './terms.en.ts';
import { termsJa } from './terms.ja.ts';

/** The kinds of effects, from harmless to severe. */
export const EFFECTS = ['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin'] as const;

/** The roles of arguments that control an effect. */
export const CONTROL_ROLES = [
  'recipient',
  'account',
  'url',
  'path',
  'command',
  'amount',
  'credential',
  'target',
] as const;

/** All roles of arguments. */
export const ARGUMENT_ROLES = [...CONTROL_ROLES, 'content', 'option'] as const;

/** The origins of values, from the most to the least trusted. */
export const VALUE_ORIGINS = [
  'user',
  'approved',
  'session',
  'instructions',
  'trusted',
  'anchored',
  'lookup',
  'field',
  'derived',
  'customer',
  'model',
  'prose',
] as const;

/** Returns the word for an effect, a role or an origin; the value itself if it is unknown. */
export type TranslateTerm = (kind: 'effect' | 'role' | 'origin', value: string) => string;

/** Returns the function that translates effects, roles and origins. */
export function useTerms(): TranslateTerm {
  const t = useTexts(TERMS);
  return (kind, value) => {
    const key = `${kind}.${value}`;
    return isKeyOf(termsEn, key) ? t(key) : value;
  };
}

const TERMS = { en: termsEn, ja: termsJa };
