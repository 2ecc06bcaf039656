import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatExactly } from '../../ui/format/format-time.ts';
import { describeDecider } from '../describe-decider.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';
import type { ApprovalDetail } from '../approval.ts';

/** Displays a decision that was made on another page and is not in effect yet. The person who made it can undo it. */
export function DelayedDecision(props: {
  readonly approvalId: string;
  readonly delayed: NonNullable<ApprovalDetail['delayed_decision']>;
}): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const t = useInboxTexts();
  const lazy = useLazyTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const { user } = useSession();
  const { by, batch, made_at, effective_at } = props.delayed;
  const reload = () => queries.invalidateQueries({ queryKey: ['approvals', 'detail', props.approvalId] });
  const undo = useMutation({
    mutationFn: () => readResponse(client.api.decisions[':batch'].$delete({ param: { batch } })),
    onSettled: reload,
  });
  useEffect(() => {
    const timer = setTimeout(() => void reload(), Math.max(500, Date.parse(effective_at) - Date.now() + 500));
    return () => clearTimeout(timer);
  });
  const who = describeDecider({ id: by }, user.id, t);
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-3 border-t border-line bg-info-tint px-4 text-small text-info md:px-6">
      <p role="status" className="min-w-0 flex-1">
        {undo.isError
          ? explain(undo.error)
          : lazy('delayed.by', { who, time: formatExactly(made_at, language) })}
      </p>
      {by === user.id && (
        <Button small onClick={() => undo.mutate()}>
          {t('held.undo')}
        </Button>
      )}
    </div>
  );
}
