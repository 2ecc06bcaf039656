import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readResponse } from '../../api/read-response.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useHasRole } from '../../access/use-session.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** Extends the time of a request to that of a new one. It is displayed only to people who may decide. */
export function ExtendButton(props: { readonly approvalId: string }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const t = useInboxTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const now = useNow();
  const mayExtend = useHasRole('approver');
  const extend = useMutation({
    mutationFn: () =>
      readResponse(
        client.api.approvals[':approval_id'].extension.$post({
          param: { approval_id: props.approvalId },
          json: {},
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['approvals', 'detail'] }),
  });
  if (!mayExtend) return null;
  return (
    <>
      <span role="status" className={extend.isError ? 'text-bad' : 'text-good'}>
        {extend.isError && explain(extend.error)}
        {extend.isSuccess && t('extended', { time: formatMoment(extend.data.expires_at, language, now) })}
      </span>
      <Button small tone="quiet" busy={extend.isPending} onClick={() => extend.mutate()}>
        {t('extend')}
      </Button>
    </>
  );
}
