import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { formatMoment } from '../../format/format-time.ts';
import { useNow } from '../../format/use-now.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { firstMessageQuery, sessionsQuery } from './chat-queries.ts';
import { useChatClient } from './use-chat-client.ts';
import { useChatWords } from './use-chat-words.ts';
import { RevealedText } from '../../components/revealed-text.tsx';

/** The interviews of the person; each one is an address. */
export function SessionList(props: { readonly current: string | undefined }): ReactNode {
  const say = useChatWords();
  const sessions = useQuery(sessionsQuery(useChatClient()));
  return (
    <nav aria-label={say('sessions.title')} className="flex h-full flex-col gap-2">
      <Link
        to="/chat"
        search={{}}
        className="flex min-h-10 items-center gap-2 rounded-md border border-edge bg-card px-3 text-[14px] font-medium hover:bg-sunken"
      >
        <Icon name="chat" />
        {say('sessions.new')}
      </Link>
      {sessions.isPending && <Skeleton rows={4} />}
      {sessions.isLoadingError && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data?.length === 0 && <p className="px-2 text-[13px] text-soft">{say('sessions.empty')}</p>}
      <ul className="flex min-h-0 flex-col gap-0.5 overflow-y-auto">
        {sessions.data?.map(({ id, createdAt }) => (
          <li key={id}>
            <SessionLink id={id} createdAt={createdAt} isCurrent={id === props.current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** An interview is called by its first words, because nobody gives it a name. */
function SessionLink(props: {
  readonly id: string;
  readonly createdAt: string;
  readonly isCurrent: boolean;
}): ReactNode {
  const say = useChatWords();
  const { language } = usePreferences();
  const now = useNow();
  const first = useQuery(firstMessageQuery(useChatClient(), props.id));
  const time = formatMoment(props.createdAt, language, now);
  return (
    <Link
      to="/chat"
      search={{ session: props.id }}
      aria-current={props.isCurrent ? 'page' : undefined}
      className={classNames(
        'block rounded-md px-3 py-1.5 text-[13px] hover:bg-sunken',
        props.isCurrent && 'bg-tint font-semibold',
      )}
    >
      <span className="block truncate">
        <RevealedText text={first.data?.content ?? say('sessions.unnamed', { time })} />
      </span>
      <span className="numeric block text-[12px] font-normal text-soft">{time}</span>
    </Link>
  );
}
