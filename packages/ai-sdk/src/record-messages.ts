import type { ModelMessage } from 'ai';
import type { Thread } from '@sekisho/engine';

/**
 * Records the parts of these messages that the model reads and the thread does not know yet: texts with the role `user` that the
 * program did not name as the user's, files, and results of calls that the thread did not execute. All of it is untrusted.
 */
export function recordMessages(thread: Thread, messages: readonly ModelMessage[]): void {
  for (const { role, content } of messages) {
    if (role === 'system') continue;
    const parts = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
    for (const part of parts) {
      if (part.type === 'tool-result') {
        if (!thread.hasResult(part.toolCallId)) thread.recordContent(`ai-sdk:${part.toolName}`, part.output);
      } else if (part.type === 'text') {
        if (role === 'user' && !thread.run.userTexts.includes(part.text))
          thread.recordContent('ai-sdk:message', part.text);
      } else if (part.type === 'file' || part.type === 'image') {
        thread.recordContent('ai-sdk:file', textOf(part));
      }
    }
  }
}

/** Returns the text of a file, or its properties if it is not text. */
function textOf(part: object): unknown {
  const { data, mediaType, filename } = { data: undefined, mediaType: '', filename: '', ...part };
  return typeof data === 'string' && /^(text\/|application\/(json|xml))/.test(mediaType)
    ? data
    : { filename, mediaType };
}
