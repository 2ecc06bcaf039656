import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/display/badge.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { shortRunId } from '../ui/format/short-run-id.ts';
import { formatExactly, formatStamp } from '../ui/format/format-time.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { AuditRecord } from './audit-record.ts';
import { describeRecord } from './describe-record.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

/**
 * The widths of the columns. On a phone a record takes two lines and has no columns. Both breakpoints are in rem: the
 * order of the rules is undefined for breakpoints in different units.
 */
const COLUMNS =
  'md:grid md:grid-cols-[2.5rem_6.5rem_7rem_minmax(0,1fr)_6.5rem] min-[100rem]:grid-cols-[2.5rem_6.5rem_8rem_minmax(0,1fr)_9rem_9rem] md:items-center md:gap-x-3';

/** The headings of the list. */
export function AuditHead(): ReactNode {
  const t = useAuditTexts();
  const headings = ['column.seq', 'column.time', 'column.who', 'column.what', 'column.result'] as const;
  return (
    <div
      className={classNames(
        'hidden border-b border-line px-4 py-1.5 text-small font-semibold text-soft md:px-6',
        COLUMNS,
      )}
    >
      {headings.map((heading) => (
        <span key={heading} className={heading === 'column.seq' ? 'text-right' : undefined}>
          {t(heading)}
        </span>
      ))}
      <span className="hidden min-[100rem]:block">{t('column.run')}</span>
    </div>
  );
}

/** One record in the list: who did what to which target, and how it ended. */
export function AuditRow(props: { readonly record: AuditRecord; readonly isCurrent: boolean }): ReactNode {
  const t = useAuditTexts();
  const { language } = usePreferences();
  const { record } = props;
  const { who, label, what, result, reason } = describeRecord(record, t, language);
  return (
    <Link
      to="/audit"
      search={(search) => ({ ...search, seq: String(record.seq) })}
      replace
      aria-current={props.isCurrent ? 'true' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-x-3 overflow-hidden border-b border-line px-4 py-1.5 text-small whitespace-nowrap -outline-offset-2 max-md:flex-wrap md:px-6',
        COLUMNS,
        props.isCurrent ? 'bg-tint' : 'hover:bg-sunken',
      )}
    >
      <span className="numeric shrink-0 text-right text-soft">{record.seq}</span>
      <time
        dateTime={record.timestamp}
        title={formatExactly(record.timestamp, language)}
        className="numeric shrink-0 text-soft"
      >
        {formatStamp(record.timestamp, language)}
      </time>
      <span className="min-w-0 truncate font-semibold" title={who}>
        <RevealedText text={who} />
      </span>
      <span
        className="line-clamp-2 min-w-0 whitespace-normal [overflow-wrap:anywhere] max-md:basis-full"
        title={[what, reason].join(' · ')}
      >
        <Badge tone={toneOf(record.event)} title={record.event}>
          {label}
        </Badge>{' '}
        <span className="font-semibold">
          <RevealedText text={what} />
        </span>
        {reason !== '' && (
          <span className="text-soft">
            {' '}
            · <RevealedText text={reason} />
          </span>
        )}
      </span>
      <span className="line-clamp-2 min-w-0 whitespace-normal text-soft max-md:empty:hidden">
        <RevealedText text={result} />
      </span>
      <code
        className="hidden min-w-0 truncate font-mono text-small text-soft min-[100rem]:block"
        title={record.run_id}
      >
        {shortRunId(record.run_id)}
      </code>
    </Link>
  );
}

function toneOf(event: string): BadgeTone {
  if (/denied|failed|gap$|stop\.set/u.test(event)) return 'bad';
  if (/requested|suspended|unknown|expired|cancelled|revoked/u.test(event)) return 'warn';
  if (/approved|finished|result|checkpoint/u.test(event)) return 'good';
  return /gate|policy|grant|stop/u.test(event) ? 'info' : 'neutral';
}
