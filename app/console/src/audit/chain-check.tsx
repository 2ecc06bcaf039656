import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { readResponse } from '../api/read-response.ts';
import { Button } from '../ui/controls/button.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { Icon } from '../ui/controls/icon.tsx';
import { formatDuration } from '../ui/format/format-duration.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { Verification } from './audit-record.ts';
import { useAuditTexts } from './use-audit-texts.ts';

/**
 * Verifies the whole chain. Returns the button, and the row that displays whether the chain is valid or which record is
 * the first invalid one.
 */
export function useChainCheck(onShow: (seq: number) => void) {
  const t = useAuditTexts();
  const explain = useExplainFailure();
  const client = useClient();
  const check = useMutation({ mutationFn: () => readResponse(client.api.audit.verify.$post({ json: {} })) });
  const button = (
    <Button tone="primary" busy={check.isPending} onClick={() => check.mutate()}>
      <Icon name="audit" />
      {t(check.isPending ? 'verify.working' : 'verify.action')}
    </Button>
  );
  const result = (
    <div className={classNames('px-4 md:px-6', !check.isIdle && 'pb-3')}>
      {check.isPending && <Progress />}
      <div role="status" className="min-w-0">
        {check.isError && <p className="text-bad">{explain(check.error)}</p>}
        {check.isSuccess && <Result found={check.data} onShow={onShow} />}
      </div>
    </div>
  );
  return { button, result };
}

/** The progress of the verification on the server, which another person may have started. */
function Progress(): ReactNode {
  const t = useAuditTexts();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['audit', 'verification'],
    queryFn: () => readResponse(client.api.audit.verification.$get()),
    refetchInterval: 300,
    gcTime: 0,
  });
  const progress = data?.progress;
  if (!progress) return null;
  const label = t('verify.progress', { ...progress });
  return (
    <span className="flex min-w-0 items-center gap-2 text-small text-soft">
      <progress
        aria-label={label}
        max={Math.max(1, progress.total)}
        value={progress.read}
        className="h-2 w-40 accent-accent"
      />
      {label}
    </span>
  );
}

function Result(props: { readonly found: Verification; readonly onShow: (seq: number) => void }): ReactNode {
  const t = useAuditTexts();
  const { language } = usePreferences();
  const { found } = props;
  const bad = found.first_bad;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-1.5',
        found.ok ? 'bg-good-tint text-good' : 'bg-bad-tint text-bad',
      )}
    >
      <Icon name={found.ok ? 'check' : 'alert'} />
      <span className="font-semibold">
        {found.ok || bad === null
          ? t('verify.ok', { count: found.records, checkpoints: found.checkpoints })
          : t('verify.bad', { seq: bad.seq })}
      </span>
      {found.ok && (
        <span className="text-small">
          {t('verify.head', {
            seq: found.head.seq,
            hash: found.head.hash.slice(0, 12),
            time: formatDuration(found.took_ms, language),
          })}
        </span>
      )}
      {!found.ok && bad !== null && (
        <>
          <Button small onClick={() => props.onShow(bad.seq)}>
            {t('verify.show', { seq: bad.seq })}
          </Button>
          <p className="basis-full text-small">{t('verify.remedy')}</p>
          <p lang="en" className="basis-full font-mono text-small break-words">
            {bad.why}
          </p>
        </>
      )}
    </div>
  );
}
