import { useEffect, useRef, type ReactNode } from 'react';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import type { ChatMessage } from '../api/chat/chat-queries.ts';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { Prose } from './prose.tsx';
import { readAssistantMessage } from '../processes/draft/read-assistant-message.ts';
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
  useStickToEnd(box, [messages, response]);
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
            <Message key={message.id} message={message} />
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

function Message({ message }: { readonly message: ChatMessage }): ReactNode {
  const t = useChatTexts();
  if (message.role === 'user') {
    return (
      <li className="contents">
        <Bubble isOwn>
          <RevealedText text={message.content} />
        </Bubble>
      </li>
    );
  }
  const { text, draft } = readAssistantMessage(message.content);
  return (
    <li className="contents">
      <Bubble isOwn={false}>
        <Prose text={text} />
        {draft !== undefined && (
          <p className="mt-2">
            <Badge tone="good">{t('talk.draftAttached', { count: draft.steps.length })}</Badge>
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

function Bubble(props: { readonly isOwn: boolean; readonly children: ReactNode }): ReactNode {
  const t = useChatTexts();
  return (
    <div
      className={classNames(
        'max-w-[min(36rem,88%)] rounded-2xl px-4 py-2.5',
        props.isOwn
          ? 'self-end rounded-br-md bg-tint'
          : 'self-start rounded-bl-md border border-line bg-card',
      )}
    >
      <p className="sr-only">{t(props.isOwn ? 'talk.you' : 'talk.other')}</p>
      {props.isOwn ? <p className="break-words whitespace-pre-wrap">{props.children}</p> : props.children}
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

function useStickToEnd(box: { readonly current: HTMLDivElement | null }, changes: readonly unknown[]): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const seen = box.current;
    if (seen === null) return;
    const distance = seen.scrollHeight - seen.scrollTop - seen.clientHeight;
    if (isFirst.current || distance < seen.clientHeight + NEAR_END) seen.scrollTop = seen.scrollHeight;
    isFirst.current = false;
  }, changes);
}
