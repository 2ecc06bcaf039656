import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { readResponse } from '../api/read-response.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextAreaField } from '../ui/controls/field.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { useShellTexts } from '../i18n/use-texts.ts';
import { replaceMessage, type ChatMessage } from '../api/chat/chat-queries.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { useChatClient } from '../api/chat/use-chat-client.ts';
import { useChatTexts } from '../processes/use-chat-texts.ts';

const MAX_COMMENT_LENGTH = 2000;

type Feedback = NonNullable<ChatMessage['feedback']>;

/** The person's rating of a response, with a comment. A second click removes the rating. */
export function MessageFeedback({ message }: { readonly message: ChatMessage }): ReactNode {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const [isWriting, setWriting] = useState(false);
  const change = useFeedback(message);
  const { feedback } = message;
  const rate = (rating: Feedback['rating']) => {
    setWriting(false);
    change.mutate(feedback?.rating === rating ? undefined : { rating, comment: feedback?.comment ?? null });
  };
  return (
    <div className="mt-1.5 flex flex-col gap-1.5">
      <div role="group" aria-label={t('feedback.label')} className="flex flex-wrap items-center gap-1">
        {(['good', 'bad'] as const).map((rating) => (
          <IconButton
            key={rating}
            icon={rating}
            label={t(`feedback.${rating}`)}
            aria-pressed={feedback?.rating === rating}
            disabled={change.isPending}
            onClick={() => rate(rating)}
          />
        ))}
        {feedback !== null && !isWriting && (
          <Button small tone="quiet" onClick={() => setWriting(true)}>
            {t(feedback.comment === null ? 'feedback.add' : 'feedback.edit')}
          </Button>
        )}
      </div>
      {feedback !== null && feedback.comment !== null && !isWriting && (
        <p className="text-small break-words whitespace-pre-wrap text-soft">
          <RevealedText text={feedback.comment} />
        </p>
      )}
      {feedback !== null && isWriting && (
        <CommentForm
          comment={feedback.comment ?? ''}
          isBusy={change.isPending}
          onClose={() => setWriting(false)}
          onSave={(comment) =>
            change.mutate({ rating: feedback.rating, comment }, { onSuccess: () => setWriting(false) })
          }
        />
      )}
      {change.error !== null && (
        <p role="alert" className="text-small text-bad">
          {t('feedback.failed')} {explain(change.error)}
        </p>
      )}
    </div>
  );
}

function CommentForm(props: {
  readonly comment: string;
  readonly isBusy: boolean;
  readonly onSave: (comment: string | null) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useChatTexts();
  const shell = useShellTexts();
  const [text, setText] = useState(props.comment);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave(text.trim() === '' ? null : text.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <TextAreaField
        label={t('feedback.comment')}
        autoFocus
        rows={2}
        value={text}
        maxLength={MAX_COMMENT_LENGTH}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" small tone="primary" busy={props.isBusy}>
          {t('manage.save')}
        </Button>
        <Button small onClick={props.onClose}>
          {shell('action.cancel')}
        </Button>
      </div>
    </form>
  );
}

function useFeedback(message: ChatMessage) {
  const client = useChatClient();
  const queries = useQueryClient();
  const route = client.sessions[':sessionId'].messages[':messageId'].feedback;
  const param = { sessionId: message.sessionId, messageId: message.id };
  return useMutation({
    mutationFn: async (given: Pick<Feedback, 'rating' | 'comment'> | undefined) => {
      if (given !== undefined) return readResponse(route.$put({ param, json: given }));
      await route.$delete({ param });
      return { ...message, feedback: null };
    },
    onSuccess: (changed) => replaceMessage(queries, changed),
  });
}
