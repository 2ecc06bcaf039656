import type { InboxTranslate } from './use-inbox-words.ts';

/** Returns the name of the person who decided, or "you" for the reader. */
export function describeDecider(
  by: { readonly id: string } | null | undefined,
  me: string,
  say: InboxTranslate,
): string {
  if (!by) return say('decided.someone');
  return by.id === me ? say('decided.you') : say('decided.other', { name: by.id });
}
