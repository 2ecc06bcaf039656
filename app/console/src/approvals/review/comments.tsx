import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useHasRole, useSession } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextArea } from '../../ui/controls/field.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import type { ApprovalDetail } from '../approval.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** The remarks of reviewers on a request. The agent does not receive them. */
export function Comments({ approval }: { readonly approval: ApprovalDetail }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const t = useLazyTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const { user } = useSession();
  const now = useNow();
  const mayComment = useHasRole('approver');
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { approval_id, comments } = approval;
  const add = useMutation({
    mutationFn: () =>
      readResponse(
        client.api.approvals[':approval_id'].comments.$post({ param: { approval_id }, json: { body: text } }),
      ),
    onSuccess: () => {
      setText('');
      return queries.invalidateQueries({ queryKey: ['approvals', 'detail', approval_id] });
    },
  });
  useShortcuts(
    useMemo(
      () =>
        mayComment
          ? [
              {
                keys: 'c',
                label: t('keys.comment'),
                run: () => box.current?.querySelector('textarea')?.focus(),
              },
            ]
          : [],
      [mayComment, t],
    ),
  );
  return (
    <section aria-labelledby="comments" className="flex flex-col gap-2">
      <h3 id="comments" className="text-section font-semibold">
        {t('comments.title')}
      </h3>
      {comments.length > 0 && (
        <ul className="flex flex-col gap-2">
          {comments.map(({ number, user_id, body, created_at }) => (
            <li key={number}>
              <p className="text-small text-soft">
                <RevealedText text={user_id === user.id ? t('comments.you') : user_id} /> ·{' '}
                {formatMoment(created_at, language, now)}
              </p>
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                <RevealedText text={body} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayComment && (
        <div ref={box} className="flex flex-col gap-2">
          <Field label={t('comments.label')} problem={add.isError ? explain(add.error) : undefined}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={2}
                maxLength={4000}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Button
            small
            className="self-start"
            disabled={text.trim() === '' || add.isPending}
            onClick={() => add.mutate()}
          >
            {t('comments.add')}
          </Button>
        </div>
      )}
    </section>
  );
}
