import { useMemo, useState, type ReactNode } from 'react';
import { useHasRole, useSession } from '../../access/use-session.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ApprovalDetail } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

const CommentForm = lazyPart(() => import('./comment-form.tsx').then((file) => file.CommentForm));

/** The remarks of reviewers on a request. The agent does not receive them. */
export function Comments({ approval }: { readonly approval: ApprovalDetail }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const now = useNow();
  const mayComment = useHasRole('approver');
  const [isWriting, setWriting] = useState(false);
  useShortcuts(
    useMemo(
      () => (mayComment ? [{ keys: 'c', label: t('keys.comment'), run: () => setWriting(true) }] : []),
      [mayComment, t],
    ),
  );
  return (
    <section aria-labelledby="comments" className="flex flex-col gap-2">
      <h3 id="comments" className="text-section font-semibold">
        {t('comments.title')}
      </h3>
      {approval.comments.length > 0 && (
        <ul className="flex flex-col gap-2">
          {approval.comments.map(({ number, user_id, body, created_at }) => (
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
      {isWriting && <CommentForm approvalId={approval.approval_id} onDone={() => setWriting(false)} />}
      {mayComment && !isWriting && (
        <Button small shortcut="c" className="self-start" onClick={() => setWriting(true)}>
          {t('keys.comment')}
        </Button>
      )}
    </section>
  );
}
