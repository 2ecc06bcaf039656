import type { InboxTranslate } from './use-inbox-words.ts';

/** Names the person who decided, as the one who reads it would. */
export function describeDecider(
  by: { readonly id: string } | null | undefined,
  me: string,
  say: InboxTranslate,
): string {
  if (!by) return say('decided.someone');
  return by.id === me ? say('decided.you') : say('decided.other', { name: by.id });
}
