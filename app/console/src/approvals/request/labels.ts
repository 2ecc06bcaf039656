import type { BadgeTone } from '../../ui/display/badge.tsx';
import { isKeyOf } from '../../i18n/is-key-of.ts';
import { textsEn } from '../texts.en.ts';
import type { InboxTranslate } from '../use-inbox-texts.ts';

/** Returns the text of an effect. */
export function effectLabel(effect: string, t: InboxTranslate): string {
  const key = `effect.${effect}`;
  return t(isKeyOf(textsEn, key) ? key : 'effect.unknown');
}

/** Returns the text of a kind of tool; an unknown kind is returned unchanged. */
export function kindLabel(kind: string, t: InboxTranslate): string {
  const key = `kind.${kind}`;
  return isKeyOf(textsEn, key) ? t(key) : kind;
}

/** Returns the text of an origin, with the tool that returned the value. */
export function originLabel(
  source: { readonly origin: string; readonly tool?: string | null | undefined },
  t: InboxTranslate,
): string {
  const known = ORIGINS.find(([name]) => name === source.origin);
  const origin = t(known === undefined ? 'origin.unknown' : `origin.${known[0]}`);
  return source.tool ? t('origin.from', { origin, tool: source.tool }) : origin;
}

/** Returns the color of an origin: untrusted origins have a warm color. */
export function originTone(origin: string): BadgeTone {
  return ORIGINS.find(([name]) => name === origin)?.[1] ?? 'warn';
}

const ORIGINS = [
  ['absent', 'neutral'],
  ['user', 'good'],
  ['customer', 'warn'],
  ['session', 'good'],
  ['instructions', 'good'],
  ['trusted', 'good'],
  ['anchored', 'good'],
  ['lookup', 'info'],
  ['field', 'warn'],
  ['derived', 'info'],
  ['model', 'warn'],
  ['prose', 'bad'],
] as const satisfies readonly (readonly [string, BadgeTone])[];
