import { useMemo, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import type { ChatMessage } from '../api/chat/chat-queries.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { createMessageKey } from './create-message-key.ts';
import { readAssistantMessage } from '../processes/draft/read-assistant-message.ts';
import { SessionList } from './session-list.tsx';
import { useChatTexts } from '../processes/use-chat-texts.ts';
import type { useConversation } from './use-conversation.ts';

const STARTS = ['talk.start.hiring', 'talk.start.onboarding', 'talk.start.launch'] as const;

/** The conversation, the missing information, and the input for a message. */
export function ConversationPanel(props: {
  readonly sessionId: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly conversation: ReturnType<typeof useConversation>;
  readonly beginning: { readonly text: string } | undefined;
}): ReactNode {
  const t = useChatTexts();
  const { sessionId, messages, conversation } = props;
  const { response, send, failure, failed } = conversation;
  const last = messages.findLast(({ role }) => role === 'assistant');
  const missing = useMemo(
    () => (last === undefined ? [] : readAssistantMessage(last.content).missing),
    [last],
  );
  const ask = (message: string) => send({ message, key: createMessageKey(), sessionId });
  const isEmpty = messages.length === 0 && response === undefined && failure === null;
  const lost =
    failure !== null && failed !== undefined && response === undefined
      ? { message: failed.message, error: failure, onRetry: () => send(failed) }
      : undefined;
  return (
    <>
      <details className="mb-2 2xl:hidden">
        <summary className="text-small font-semibold text-soft">{t('sessions.title')}</summary>
        <div className="mt-2 max-h-60 overflow-y-auto">
          <SessionList current={sessionId} />
        </div>
      </details>
      {isEmpty ? (
        <div className="flex min-h-0 flex-1 flex-col justify-center gap-3 overflow-y-auto py-6">
          <h2 className="text-headline font-semibold">{t('talk.empty.title')}</h2>
          <p className="text-soft">{t('talk.empty.text')}</p>
          <ul className="flex flex-col gap-2">
            {STARTS.map((key) => (
              <li key={key}>
                <Button
                  className="!justify-start py-1.5 text-left !whitespace-normal"
                  onClick={() => ask(t(key))}
                >
                  {t(key)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Conversation messages={messages} response={response} failure={lost} />
      )}
      <Composer
        missing={response === undefined ? missing : []}
        beginning={props.beginning}
        isBusy={response !== undefined}
        onSend={ask}
      />
    </>
  );
}
