import type { AskOptions } from '../domain/ai-conversation-responder.ts';
import { ProseStream } from './prose-stream.ts';

/**
 * Streams the prose of a response while it arrives. Calls `onRestart` when a later attempt replaces text that was
 * sent.
 */
export function streamProse({ onText, onDraft, onRestart }: AskOptions): {
  watch: AskOptions;
  end: () => void;
} {
  let hasShown = false;
  const open = () =>
    new ProseStream(
      (text) => {
        hasShown = true;
        onText?.(text);
      },
      () => onDraft?.(),
    );
  let prose = open();
  return {
    watch: {
      onText: onText && ((delta) => prose.write(delta)),
      onDraft,
      onRestart: () => {
        prose = open();
        if (hasShown) onRestart?.();
        hasShown = false;
      },
    },
    end: () => prose.end(),
  };
}
