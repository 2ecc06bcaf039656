import type { AskOptions } from '../domain/ai-conversation-responder.ts';
import { ProseStream } from './prose-stream.ts';

/** Shows the prose of an answer while it arrives; what a later attempt replaces is taken back, if anything was shown. */
export function showWords({ onText, onDraft, onRestart }: AskOptions): {
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
