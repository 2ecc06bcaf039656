import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { Popover } from '../../ui/floating/popover.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ApprovalSummary } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { secondsUntil } from './extension-time.ts';

const ExtendForm = lazyPart(() => import('./extend-form.tsx').then((file) => file.ExtendForm));

/** Extends the deadline of a request by a chosen time. It is displayed only to people who may decide. */
export function ExtendButton(props: { readonly approval: ApprovalSummary }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const t = useInboxTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const now = useNow();
  const mayExtend = useHasRole('approver');
  const { approval_id, expires_at } = props.approval;
  const extend = useMutation({
    mutationFn: (until: number) =>
      readResponse(
        client.api.approvals[':approval_id'].extension.$post({
          param: { approval_id },
          json: { ttl_sec: secondsUntil(until, Date.now()) },
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
      <Popover
        label={t('extend')}
        className="inline-flex min-h-7 items-center gap-1 rounded px-1.5 hover:bg-sunken hover:text-ink max-md:min-h-11"
        button={
          <>
            {t('extend')}
            <Icon name="down" className="size-3" />
          </>
        }
      >
        {(close) => (
          <ExtendForm
            expiresAt={expires_at}
            onExtend={(until) => {
              close();
              extend.mutate(until);
            }}
          />
        )}
      </Popover>
    </>
  );
}
