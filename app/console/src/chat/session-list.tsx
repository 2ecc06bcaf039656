import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { classNames } from '../ui/controls/class-names.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { SearchBox } from '../ui/controls/search-box.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { firstMessageQuery, sessionsQuery, type ChatSession } from '../api/chat/chat-queries.ts';
import { DeleteButton } from '../processes/delete-button.tsx';
import { RenameButton } from '../processes/rename-button.tsx';
import { useChatClient } from '../api/chat/use-chat-client.ts';
import { useChatTexts } from '../processes/use-chat-texts.ts';

/** A searchable list of the person's conversations. Each conversation has its own address. */
export function SessionList(props: { readonly current: string | undefined }): ReactNode {
  const t = useChatTexts();
  const [text, setText] = useState('');
  const sessions = useQuery({ ...sessionsQuery(useChatClient(), text), placeholderData: keepPreviousData });
  return (
    <nav aria-label={t('sessions.title')} className="flex h-full flex-col gap-2">
      <Link
        to="/chat"
        search={{}}
        className="flex min-h-10 items-center gap-2 rounded-md border border-edge bg-card px-3 text-body font-semibold hover:bg-sunken"
      >
        <Icon name="chat" />
        {t('sessions.new')}
      </Link>
      <SearchBox
        wide
        label={t('sessions.search')}
        hint={t('manage.search')}
        value={text}
        onChange={setText}
      />
      {sessions.isPending && <Skeleton rows={4} />}
      {sessions.isLoadingError && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data?.length === 0 && (
        <p role="status" className="px-2 text-small text-soft">
          {text === '' ? t('sessions.empty') : t('manage.none', { text })}
        </p>
      )}
      <ul className="flex min-h-0 flex-col gap-0.5 overflow-y-auto">
        {sessions.data?.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} isCurrent={session.id === props.current} found={text} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A conversation without a name is listed by the beginning of its first message. */
function SessionRow({
  session,
  isCurrent,
  found,
}: {
  readonly session: ChatSession;
  readonly isCurrent: boolean;
  /** The text of the search. The conversation opens at the first message that contains it. */
  readonly found: string;
}): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  const now = useNow();
  const client = useChatClient();
  const navigate = useNavigate();
  const { id, title, version, createdAt } = session;
  const first = useQuery({ ...firstMessageQuery(client, id), enabled: title === null });
  const time = formatMoment(createdAt, language, now);
  const name = title ?? first.data?.content ?? t('sessions.unnamed', { time });
  const param = { sessionId: id };
  return (
    <div
      className={classNames(
        'relative flex items-center rounded-md hover:bg-sunken max-md:pr-1',
        isCurrent && 'bg-tint',
      )}
    >
      <Link
        to="/chat"
        search={{ session: id, ...(found === '' ? {} : { find: found }) }}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames('min-w-0 flex-1 px-3 py-1.5 text-small', isCurrent && 'font-semibold')}
      >
        <span className="block truncate">
          <RevealedText text={name} />
        </span>
        <span className="numeric block text-small font-normal text-soft">{time}</span>
      </Link>
      {/* Beside the time on a desktop, so that the name has the whole width. */}
      <span className="flex shrink-0 items-center gap-0.5 md:absolute md:right-1 md:bottom-0">
        <RenameButton
          kind="session"
          name={name}
          current={title ?? ''}
          rename={(given) => client.sessions[':sessionId'].$patch({ param, json: { version, title: given } })}
        />
        <DeleteButton
          kind="session"
          name={name}
          remove={() => client.sessions[':sessionId'].$delete({ param, query: { version: `${version}` } })}
          onRemoved={() => {
            if (isCurrent) void navigate({ to: '/chat', search: {} });
          }}
        />
      </span>
    </div>
  );
}
