import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { Button } from '../../components/button.tsx';
import { useToast } from '../../components/toasts.ts';
import { formatMoment } from '../../format/format-time.ts';
import { useNow } from '../../format/use-now.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useMay } from '../../session/use-session.ts';
import { useInboxWords } from './use-inbox-words.ts';

/** Gives people more time to answer a request: as much as a new one gets. Nothing for those who may not decide. */
export function ExtendButton(props: { readonly approvalId: string }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const say = useInboxWords();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const now = useNow();
  const toast = useToast();
  const mayExtend = useMay('approver');
  const extend = useMutation({
    mutationFn: () =>
      readAnswer(
        client.api.approvals[':approval_id'].extension.$post({
          param: { approval_id: props.approvalId },
          json: {},
        }),
      ),
    onSuccess: ({ expires_at: until }) =>
      toast({ tone: 'good', text: say('extended', { time: formatMoment(until, language, now) }) }),
    onError: (failure) => toast({ tone: 'bad', text: explain(failure) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['approvals', 'detail'] }),
  });
  if (!mayExtend) return null;
  return (
    <Button small tone="quiet" busy={extend.isPending} onClick={() => extend.mutate()}>
      {say('extend')}
    </Button>
  );
}
