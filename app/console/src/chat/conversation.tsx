import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import type { ChatMessage } from '../api/chat/chat-queries.ts';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { Prose } from './prose.tsx';
import { findDraftChanges, type DraftChange } from '../processes/draft/find-draft-changes.ts';
import { readAssistantMessage } from '../processes/draft/read-assistant-message.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { foldText } from '../ui/format/fold-text.ts';
import { formatMoment } from '../ui/format/format-time.ts';
import { useChatTexts } from '../processes/use-chat-texts.ts';
import type { PartialResponse } from './use-conversation.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

// Loaded with the first response. The placeholder has the height of the buttons, so that the text does not move.
const MessageFeedback = lazyPart(
  () => import('./message-feedback.tsx').then((file) => file.MessageFeedback),
  {
    waiting: <div className="mt-1.5 h-7" />,
  },
);

/** The messages and the response that is being written. It stays scrolled to its end unless a person scrolls up. */
export function Conversation(props: {
  readonly messages: readonly ChatMessage[];
  readonly response: PartialResponse | undefined;
  readonly failure:
    | { readonly message: string; readonly error: unknown; readonly onRetry: () => void }
    | undefined;
}): ReactNode {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const { messages, response, failure } = props;
  const box = useRef<HTMLDivElement>(null);
  const { message: chosen, find = '' } = useSearch({ strict: false });
  const linked = useMemo(() => chosen ?? findMessage(messages, find), [chosen, messages, find]);
  const changes = useMemo(() => findDraftChanges(messages), [messages]);
  useStickToEnd(box, linked, [messages, response, linked]);
  return (
    <div
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={t('talk.log')}
      className="min-h-0 flex-1 overflow-y-auto py-2 pr-1"
    >
      <div role="log" aria-label={t('talk.log')}>
        <ol className="flex flex-col gap-4">
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              change={changes.get(message.id)}
              isLinked={message.id === linked}
            />
          ))}
        </ol>
      </div>
      {response !== undefined && (
        <div className="mt-4 flex flex-col gap-4">
          <Bubble isOwn>{response.message}</Bubble>
          <Bubble isOwn={false}>
            {response.text !== '' && <Prose text={response.text} />}
            <span role="status" className="flex items-center gap-2 text-small text-soft">
              <Dots />
              {t(response.isDrafting ? 'talk.drafting' : 'talk.thinking')}
            </span>
          </Bubble>
        </div>
      )}
      {failure !== undefined && (
        <div className="mt-4 flex flex-col gap-2">
          <Bubble isOwn>{failure.message}</Bubble>
          <div role="alert" className="flex flex-wrap items-center gap-2 self-end text-body text-bad">
            <span>
              {t('talk.failed')} {explain(failure.error)}
            </span>
            <Button small onClick={failure.onRetry}>
              {t('talk.retry')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function Message(props: {
  readonly message: ChatMessage;
  readonly change: DraftChange | undefined;
  readonly isLinked: boolean;
}): ReactNode {
  const t = useChatTexts();
  const { message, change } = props;
  if (message.role === 'user') {
    return (
      <li className="contents">
        <Bubble isOwn of={message} isLinked={props.isLinked}>
          <RevealedText text={message.content} />
        </Bubble>
      </li>
    );
  }
  const { text } = readAssistantMessage(message.content);
  return (
    <li className="contents">
      <Bubble isOwn={false} of={message} isLinked={props.isLinked}>
        <Prose text={text} />
        {change !== undefined && (
          <p className="mt-2">
            <Badge tone="good">
              {t(`talk.draft.${change.kind}`, 'count' in change ? { count: change.count } : {})}
            </Badge>
          </p>
        )}
        {message.warnings.map((code) => (
          <p key={code} className="mt-2 flex items-start gap-1.5 text-small text-warn">
            <Icon name="alert" className="mt-0.5 size-4" />
            {t(`talk.warning.${code}`)}
          </p>
        ))}
        <MessageFeedback message={message} />
      </Bubble>
    </li>
  );
}

function Bubble(props: {
  readonly isOwn: boolean;
  /** The stored message, which has an address. */
  readonly of?: ChatMessage;
  readonly isLinked?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  return (
    <div
      id={props.of && idOf(props.of.id)}
      aria-current={props.isLinked === true ? 'true' : undefined}
      className={classNames(
        'max-w-[min(36rem,88%)] rounded-2xl px-4 py-2.5',
        props.isLinked === true && 'outline-2 outline-offset-2 outline-accent',
        props.isOwn
          ? 'self-end rounded-br-md bg-tint'
          : 'self-start rounded-bl-md border border-line bg-card',
      )}
    >
      <p className="sr-only">{t(props.isOwn ? 'talk.you' : 'talk.other')}</p>
      {props.isOwn ? <p className="break-words whitespace-pre-wrap">{props.children}</p> : props.children}
      {props.of && (
        <Link
          to="/chat"
          search={{ session: props.of.sessionId, message: props.of.id }}
          replace
          title={t('talk.link')}
          className="numeric mt-1 block w-fit text-small text-soft hover:underline"
        >
          {formatMoment(props.of.createdAt, language, Date.now())}
          <span className="sr-only"> {t('talk.link')}</span>
        </Link>
      )}
    </div>
  );
}

function Dots(): ReactNode {
  return (
    <span aria-hidden="true" className="flex gap-1">
      {[0, 1, 2].map((dot) => (
        <span
          key={dot}
          className="size-1.5 animate-pulse rounded-full bg-edge"
          style={{ animationDelay: `${dot * 200}ms` }}
        />
      ))}
    </span>
  );
}

const NEAR_END = 120;

const idOf = (messageId: string) => `message-${messageId}`;

/** Returns the first message that contains the text of a search; of a response, only its prose is searched. */
function findMessage(messages: readonly ChatMessage[], text: string): string | undefined {
  const wanted = foldText(text);
  if (wanted === '') return undefined;
  return messages.find(({ role, content }) =>
    foldText(role === 'user' ? content : readAssistantMessage(content).text).includes(wanted),
  )?.id;
}

/** Keeps the end in view. A linked message is displayed instead when it is opened. */
function useStickToEnd(
  box: { readonly current: HTMLDivElement | null },
  linked: string | undefined,
  changes: readonly unknown[],
): void {
  const isFirst = useRef(true);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const seen = box.current;
    if (seen === null) return;
    const target =
      linked !== undefined && linked !== shown.current ? document.getElementById(idOf(linked)) : null;
    if (target !== null) {
      target.scrollIntoView({ block: 'center' });
      shown.current = linked;
      isFirst.current = false;
      return;
    }
    if (isFirst.current || distanceToEnd(seen) < seen.clientHeight + NEAR_END)
      seen.scrollTop = seen.scrollHeight;
    isFirst.current = false;
  }, changes);
  // Another width changes the height of the text above.
  useEffect(() => {
    const seen = box.current;
    if (seen === null) return undefined;
    let isAtEnd = distanceToEnd(seen) < NEAR_END;
    const follow = () => {
      isAtEnd = distanceToEnd(seen) < NEAR_END;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) seen.scrollTop = seen.scrollHeight;
    });
    seen.addEventListener('scroll', follow);
    observer.observe(seen);
    return () => {
      seen.removeEventListener('scroll', follow);
      observer.disconnect();
    };
  }, [box]);
}

const distanceToEnd = (seen: HTMLElement) => seen.scrollHeight - seen.scrollTop - seen.clientHeight;
