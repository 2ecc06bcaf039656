import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextInput } from '../../ui/controls/field.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Popover } from '../../ui/floating/popover.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import type { ApprovalSummary } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { secondsUntil } from './extension-time.ts';

const HOURS = [1, 8, 24] as const;

/** Extends the deadline of a request by a chosen time. It is displayed only to people who may decide. */
export function ExtendButton(props: { readonly approval: ApprovalSummary }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const t = useInboxTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const now = useNow();
  const mayExtend = useHasRole('approver');
  const [date, setDate] = useState('');
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
  const chosen = date === '' ? Number.NaN : new Date(date).getTime();
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
          <div className="flex flex-col gap-3">
            <div role="group" aria-label={t('extend.by')} className="flex gap-2">
              {HOURS.map((hours) => (
                <Button
                  key={hours}
                  small
                  className="flex-1"
                  onClick={() => {
                    close();
                    extend.mutate(Date.parse(expires_at) + hours * 3_600_000);
                  }}
                >
                  {t(`extend.${hours}`)}
                </Button>
              ))}
            </div>
            <form
              className="flex flex-col gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                if (!(chosen > now)) return;
                close();
                extend.mutate(chosen);
              }}
            >
              <Field
                label={t('extend.until')}
                problem={date !== '' && !(chosen > now) ? t('extend.past') : undefined}
              >
                {(ids) => (
                  <TextInput
                    {...ids}
                    type="datetime-local"
                    value={date}
                    onChange={(event) => setDate(event.target.value)}
                  />
                )}
              </Field>
              <Button small type="submit" disabled={!(chosen > now)}>
                {t('extend.set')}
              </Button>
            </form>
          </div>
        )}
      </Popover>
    </>
  );
}
