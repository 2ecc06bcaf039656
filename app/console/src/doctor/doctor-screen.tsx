import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { Badge, type BadgeTone } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { copyText } from '../ui/controls/copy-text.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { useShowResult } from '../ui/display/results.ts';
import { formatDuration } from '../ui/format/format-duration.ts';
import { formatClock, formatMoment } from '../ui/format/format-time.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { doctorQuery } from './doctor-query.ts';
import { evidenceOf } from './evidence-of.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';
import { writeReport, type Finding } from './write-report.ts';
import { useNow } from '../ui/format/use-now.ts';

const TEXTS = { en: textsEn, ja: textsJa };
const RANK = { error: 0, warning: 1, ok: 2 } as const;

/** The findings of the doctor, the worst first, each with its evidence and its fix. */
export function DoctorScreen(): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const client = useClient();
  const report = useQuery(doctorQuery(client));
  const status = useQuery({ queryKey: ['status'], queryFn: () => readResponse(client.api.status.$get()) });
  const copy = useCopy();
  const findings = report.data?.findings.toSorted((a, b) => RANK[a.level] - RANK[b.level]) ?? [];
  const bad = findings.filter(({ level }) => level !== 'ok').length;
  const actions = (
    <>
      <Button
        disabled={report.data === undefined}
        onClick={() => {
          if (report.data === undefined) return;
          const { version = '', node = '', store = '', mode = '' } = status.data ?? {};
          copy(writeReport(report.data, { version, node, store, mode }, language));
        }}
      >
        {t('copy')}
      </Button>
      <Button tone="primary" busy={report.isFetching} onClick={() => void report.refetch()}>
        {t(report.isFetching ? 'working' : 'again')}
      </Button>
    </>
  );
  return (
    <Screen title={t('title')} actions={actions}>
      {report.isPending && <Skeleton />}
      {report.isError && <ErrorState error={report.error} onRetry={() => void report.refetch()} />}
      {report.data !== undefined && (
        <div className="flex flex-col gap-4">
          <p role="status" className="flex flex-wrap items-baseline gap-x-3 text-section font-semibold">
            {bad === 0 ? t('all.ok') : t('all.bad', { count: bad })}
            <span className="text-small font-normal text-soft">
              {t('at', {
                time: formatClock(report.data.at, language),
                took: formatDuration(report.data.took_ms, language),
              })}
            </span>
          </p>
          <ul className="grid gap-3 md:grid-cols-2">
            {findings.map((finding) => (
              <FindingCard key={finding.id} finding={finding} />
            ))}
          </ul>
          <ServerStatus status={status.data} />
        </div>
      )}
    </Screen>
  );
}

function FindingCard({ finding }: { readonly finding: Finding }): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const { level, found, remedy, id } = finding;
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-card p-4">
      <div className="flex items-center gap-2">
        <Badge tone={TONES[level]}>
          <Icon name={level === 'ok' ? 'check' : 'alert'} className="size-4" />
          {t(`level.${level}`)}
        </Badge>
        <code className="font-mono text-small text-soft">{id}</code>
      </div>
      <p className="font-semibold break-words">{found[language]}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-small">
        <dt className="text-soft">{t('how')}</dt>
        <dd className="font-mono text-small leading-5 break-words">{evidenceOf(finding, t)}</dd>
        {remedy !== null && (
          <>
            <dt className="text-soft">{t('remedy')}</dt>
            <dd className="flex flex-col items-start gap-1.5 font-semibold">
              <span className="break-words">{remedy[language]}</span>
              <CopyButton text={remedy[language]} label={t('remedy.copy')} />
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}

function useCopy(): (text: string) => void {
  const t = useTexts(TEXTS);
  const showResult = useShowResult();
  return (text) => {
    void copyText(text).then((isDone) =>
      showResult(isDone ? { text: t('copied'), tone: 'good' } : { text: t('notCopied'), tone: 'bad' }),
    );
  };
}

const TONES: Readonly<Record<Finding['level'], BadgeTone>> = { ok: 'good', warning: 'warn', error: 'bad' };

/** The status response of the server. */
type Status = {
  readonly policy: string;
  readonly agents: readonly string[];
  readonly registered_tools: number;
  readonly store: string;
  readonly pending_approvals: number;
  readonly audit_records: number;
  readonly mode: 'mock' | 'openai';
  readonly version: string;
  readonly node: string;
  readonly started_at: string;
  readonly streams: number;
};

/** Displays the status of the server. */
function ServerStatus({ status }: { readonly status: Status | undefined }): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const now = useNow();
  if (status === undefined) return null;
  const number = new Intl.NumberFormat(language);
  const facts = [
    [t('status.mode'), t(`status.mode.${status.mode}`)],
    [t('status.policy'), status.policy],
    [t('status.store'), status.store],
    [t('status.agents'), status.agents.join(', ')],
    [t('status.tools'), number.format(status.registered_tools)],
    [t('status.pending'), number.format(status.pending_approvals)],
    [t('status.records'), number.format(status.audit_records)],
    [t('status.streams'), number.format(status.streams)],
    [t('status.version'), `${status.version} (Node ${status.node})`],
    [t('status.started'), formatMoment(status.started_at, language, now)],
  ] as const;
  return (
    <section aria-label={t('status.title')} className="rounded-md border border-line bg-card p-4">
      <h2 className="mb-2 text-section font-semibold">{t('status.title')}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-body md:grid-cols-[auto_1fr_auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="numeric break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
