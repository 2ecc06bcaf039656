import { useMemo, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import type { ChatMessage } from './chat-queries.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { makeMessageKey } from './make-message-key.ts';
import { readAssistantMessage } from './read-assistant-message.ts';
import { SessionList } from './session-list.tsx';
import { useChatWords } from './use-chat-words.ts';
import type { useInterview } from './use-interview.ts';

const STARTS = ['talk.start.hiring', 'talk.start.onboarding', 'talk.start.launch'] as const;

/** The conversation, the missing information, and the input for a message. */
export function ConversationPanel(props: {
  readonly sessionId: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly interview: ReturnType<typeof useInterview>;
  readonly beginning: { readonly text: string } | undefined;
}): ReactNode {
  const say = useChatWords();
  const { sessionId, messages, interview } = props;
  const { answer, send, failure, failed } = interview;
  const last = messages.findLast(({ role }) => role === 'assistant');
  const missing = useMemo(
    () => (last === undefined ? [] : readAssistantMessage(last.content).missing),
    [last],
  );
  const ask = (message: string) => send({ message, key: makeMessageKey(), sessionId });
  const isEmpty = messages.length === 0 && answer === undefined && failure === null;
  const lost =
    failure !== null && failed !== undefined && answer === undefined
      ? { message: failed.message, error: failure, onRetry: () => send(failed) }
      : undefined;
  return (
    <>
      <details className="mb-2 2xl:hidden">
        <summary className="text-[13px] font-medium text-soft">{say('sessions.title')}</summary>
        <div className="mt-2 max-h-60 overflow-y-auto">
          <SessionList current={sessionId} />
        </div>
      </details>
      {isEmpty ? (
        <div className="flex min-h-0 flex-1 flex-col justify-center gap-3 overflow-y-auto py-6">
          <h2 className="text-[19px] font-semibold">{say('talk.empty.title')}</h2>
          <p className="text-soft">{say('talk.empty.text')}</p>
          <ul className="flex flex-col gap-2">
            {STARTS.map((key) => (
              <li key={key}>
                <Button
                  className="!justify-start py-1.5 text-left !whitespace-normal"
                  onClick={() => ask(say(key))}
                >
                  {say(key)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Conversation messages={messages} answer={answer} failure={lost} />
      )}
      <Composer
        missing={answer === undefined ? missing : []}
        beginning={props.beginning}
        isBusy={answer !== undefined}
        onSend={ask}
      />
    </>
  );
}
