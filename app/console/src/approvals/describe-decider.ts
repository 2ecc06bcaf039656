import type { InboxTranslate } from './use-inbox-texts.ts';

/** Returns the name of the person who decided, or "you" for the reader. */
export function describeDecider(
  by: { readonly id: string } | null | undefined,
  me: string,
  t: InboxTranslate,
): string {
  if (!by) return t('decided.someone');
  return by.id === me ? t('decided.you') : t('decided.other', { name: by.id });
}
