import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { BadgeTone } from '../../ui/display/badge.tsx';
import { textsEn } from '../texts.en.ts';
import type { InboxTranslate } from '../use-inbox-texts.ts';

/** Returns the text of an effect. */
export function effectLabel(effect: string, t: InboxTranslate): string {
  const key = `effect.${effect}`;
  return t(isKeyOf(textsEn, key) ? key : 'effect.unknown');
}

/** The people and programs that an origin names. */
interface OriginNames {
  /** The requester, as the reader calls them. */
  readonly user: string;
  readonly application: string;
}

/** Returns the text of an origin, with the tool that returned the value. */
export function originLabel(
  source: { readonly origin: string; readonly tool?: string | null | undefined },
  t: InboxTranslate,
  names: OriginNames,
): string {
  const known = ORIGINS.find(([name]) => name === source.origin)?.[0] ?? 'unknown';
  const { user, application } = names;
  return source.tool && (known === 'field' || known === 'prose')
    ? t(`origin.${known}.of`, { tool: source.tool })
    : t(`origin.${known}`, { user, application });
}

/** Returns the color of an origin: green for the requester, blue for lookups, amber and red for untrusted values. */
export function originTone(origin: string): BadgeTone {
  return ORIGINS.find(([name]) => name === origin)?.[1] ?? 'warn';
}

/** Returns whether a value with this origin needs an explanation of how it got into the call. */
export const isUntrusted = (origin: string) => ['bad', 'warn'].includes(originTone(origin));

const ORIGINS = [
  ['absent', 'neutral'],
  ['user', 'good'],
  ['customer', 'warn'],
  ['session', 'good'],
  ['instructions', 'good'],
  ['trusted', 'good'],
  ['anchored', 'info'],
  ['lookup', 'info'],
  ['field', 'warn'],
  ['derived', 'info'],
  ['model', 'warn'],
  ['prose', 'bad'],
] as const satisfies readonly (readonly [string, BadgeTone])[];
