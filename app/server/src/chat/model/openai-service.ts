import type {
  AIConversationResponder,
  AskOptions,
  ResponderResult,
} from '../conversation/ai-conversation-responder.ts';
import type { ChatMessage } from '../conversation/conversation.ts';
import { joinInstructions } from './join-instructions.ts';
import type { ModelCaller } from './model-caller.ts';

/** Requests prose from OpenAI, with the draft in a code fence at its end. */
export class OpenAIService implements AIConversationResponder {
  readonly #caller: ModelCaller;

  constructor(caller: ModelCaller) {
    this.#caller = caller;
  }

  async generateResponse(
    messages: readonly ChatMessage[],
    { onText, onRestart, isRepair }: AskOptions = {},
  ): Promise<ResponderResult> {
    const result = await this.#caller.call({
      ...joinInstructions(messages),
      stream: onText !== undefined,
      onProgress: (progress) => {
        if (progress.type === 'text' && progress.phase !== 'commentary') onText?.(progress.delta);
      },
      onRestart,
      isRepair,
    });
    if (!result.ok) return result;
    const { outcome, usage, model, retryCount } = result;
    const content = outcome.answer === '' ? (outcome.refusal ?? '') : outcome.answer;
    return { ok: true, content, usage, model, retryCount };
  }
}
