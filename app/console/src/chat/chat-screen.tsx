import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { classNames } from '../ui/controls/class-names.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { messagesQuery, type ChatMessage } from '../api/chat/chat-queries.ts';
import { DraftPane } from '../processes/draft/draft-pane.tsx';
import { SessionList } from './session-list.tsx';
import { useChatClient } from '../api/chat/use-chat-client.ts';
import { useChatTexts } from '../processes/use-chat-texts.ts';
import { useDraft } from '../processes/draft/use-draft.ts';
import { useConversation } from './use-conversation.ts';
import { Button } from '../ui/controls/button.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { createMessageKey } from './create-message-key.ts';
import { readAssistantMessage } from '../processes/draft/read-assistant-message.ts';

/** The conversation, and the plan beside it as soon as there is a draft; one of them at a time on a phone. */
export function ChatScreen(): ReactNode {
  const t = useChatTexts();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const client = useChatClient();
  const sessionId = search['session'];
  const [pane, setPane] = useState<Pane>('talk');
  const [beginning, setBeginning] = useState<{
    readonly text: string;
    readonly sessionId: string | undefined;
  }>();
  const messages = useQuery({ ...messagesQuery(client, sessionId ?? ''), enabled: sessionId !== undefined });
  const known = sessionId === undefined ? NO_MESSAGES : (messages.data ?? NO_MESSAGES);
  const control = useDraft(sessionId, known);
  const conversation = useConversation({
    client,
    onSession: (session) => void navigate({ to: '/chat', search: { ...search, session } }),
  });
  const sendChanges = (text: string) => {
    setPane('talk');
    setBeginning({ text, sessionId });
  };
  const isLoading = sessionId !== undefined && messages.isPending;
  // Most conversations have a draft, so that a conversation that is loading keeps the space for it.
  const look = layOutPanes(control.draft !== undefined || isLoading, pane);
  return (
    <Screen title={t('title')} full actions={look.hasDraft && <PaneSwitch pane={pane} onPane={setPane} />}>
      <div className={classNames('grid h-full min-h-0 grid-cols-1 gap-5 pb-2', look.columns)}>
        <div className={classNames('hidden min-h-0', look.list)}>
          <SessionList current={sessionId} />
        </div>
        <div className={classNames('min-h-0 flex-col lg:flex', look.talk)}>
          {isLoading ? (
            <Skeleton />
          ) : messages.isLoadingError ? (
            <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />
          ) : (
            <ConversationPanel
              key={sessionId}
              hasDraft={look.hasDraft}
              sessionId={sessionId}
              messages={known}
              conversation={conversation}
              beginning={beginning?.sessionId === sessionId ? beginning : undefined}
            />
          )}
        </div>
        <div className={classNames('min-h-0 overflow-y-auto', look.plan)}>
          <DraftPane
            control={control}
            messages={known}
            expectsDraft={sessionId !== undefined || conversation.response !== undefined}
            onSendChanges={sendChanges}
          />
        </div>
      </div>
    </Screen>
  );
}

const NO_MESSAGES: never[] = [];

/** The classes of the panes. The list of conversations has a column when there is space for it. */
function layOutPanes(hasDraft: boolean, pane: Pane) {
  if (!hasDraft) {
    const columns = 'lg:grid-cols-[13rem_minmax(0,1fr)]';
    return { hasDraft, columns, list: 'lg:block', talk: 'flex lg:w-full lg:max-w-3xl', plan: 'hidden' };
  }
  return {
    hasDraft,
    columns: 'lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)] 2xl:grid-cols-[13rem_minmax(0,9fr)_minmax(0,11fr)]',
    list: '2xl:block',
    talk: pane === 'talk' ? 'flex' : 'hidden',
    plan: pane === 'plan' ? 'block' : 'hidden lg:block',
  };
}

/** The two panes of the chat. */
type Pane = 'talk' | 'plan';

/** Switches between the panes on a narrow screen. */
function PaneSwitch(props: { readonly pane: Pane; readonly onPane: (pane: Pane) => void }): ReactNode {
  const t = useChatTexts();
  return (
    <div role="group" aria-label={t('pane.label')} className="flex gap-1 lg:hidden">
      {(['talk', 'plan'] as const).map((pane) => (
        <Button
          key={pane}
          small
          tone={pane === props.pane ? 'primary' : 'plain'}
          aria-pressed={pane === props.pane}
          onClick={() => props.onPane(pane)}
        >
          {t(`pane.${pane}`)}
        </Button>
      ))}
    </div>
  );
}

const STARTS = ['talk.start.hiring', 'talk.start.onboarding', 'talk.start.launch'] as const;

/** The conversation, the missing information, and the input for a message. */
function ConversationPanel(props: {
  readonly hasDraft: boolean;
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
      <details className={classNames('mb-2', props.hasDraft ? '2xl:hidden' : 'lg:hidden')}>
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
