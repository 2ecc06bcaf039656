import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { classNames } from '../ui/controls/class-names.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { messagesQuery } from '../api/chat/chat-queries.ts';
import { PaneSwitch, type Pane } from './pane-switch.tsx';
import { DraftPane } from '../processes/draft/draft-pane.tsx';
import { SessionList } from './session-list.tsx';
import { ConversationPanel } from './conversation-panel.tsx';
import { useChatClient } from '../api/chat/use-chat-client.ts';
import { useChatTexts } from '../processes/use-chat-texts.ts';
import { useDraft } from '../processes/draft/use-draft.ts';
import { useConversation } from './use-conversation.ts';

/** The conversation on the left and the plan on the right; one of them at a time on a phone. */
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
  return (
    <Screen title={t('title')} full actions={<PaneSwitch pane={pane} onPane={setPane} />}>
      <div className="grid h-full min-h-0 gap-5 pb-2 lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)] 2xl:grid-cols-[13rem_minmax(0,9fr)_minmax(0,11fr)]">
        <div className="hidden min-h-0 2xl:block">
          <SessionList current={sessionId} />
        </div>
        <div className={classNames('min-h-0 flex-col lg:flex', pane === 'talk' ? 'flex' : 'hidden')}>
          {isLoading ? (
            <Skeleton />
          ) : messages.isLoadingError ? (
            <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />
          ) : (
            <ConversationPanel
              key={sessionId}
              sessionId={sessionId}
              messages={known}
              conversation={conversation}
              beginning={beginning?.sessionId === sessionId ? beginning : undefined}
            />
          )}
        </div>
        <div className={classNames('min-h-0 overflow-y-auto lg:block', pane === 'plan' ? 'block' : 'hidden')}>
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
