import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/display/badge.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { formatExactly, formatStamp } from '../ui/format/format-time.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { AuditRecord } from './audit-record.ts';
import { decisionLabel } from './decision-label.ts';
import { eventLabel } from './event-label.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

/** One record in the list. */
export function AuditRow(props: { readonly record: AuditRecord; readonly isCurrent: boolean }): ReactNode {
  const t = useAuditTexts();
  const { language } = usePreferences();
  const { record } = props;
  const about = ABOUT.map((field) => record.data[field]).filter((value) => typeof value === 'string');
  return (
    <Link
      to="/audit"
      search={(search) => ({ ...search, seq: String(record.seq) })}
      replace
      aria-current={props.isCurrent ? 'true' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-x-3 overflow-hidden border-b border-line px-4 py-1.5 text-small whitespace-nowrap -outline-offset-2 max-md:flex-wrap md:px-6',
        props.isCurrent ? 'bg-tint' : 'hover:bg-sunken',
      )}
    >
      <span className="numeric w-11 shrink-0 text-right text-soft">{record.seq}</span>
      <time
        dateTime={record.timestamp}
        title={formatExactly(record.timestamp, language)}
        className="numeric w-28 shrink-0 text-soft"
      >
        {formatStamp(record.timestamp, language)}
      </time>
      <span className="shrink-0 md:w-36" title={record.event}>
        <Badge tone={toneOf(record.event)}>{eventLabel(record.event, t)}</Badge>
      </span>
      <span className="flex min-w-0 gap-x-3 max-md:basis-full max-md:pl-14">
        <span className="shrink-0 max-md:empty:hidden md:w-24">
          <RevealedText text={decisionLabel(record.decision, t)} />
        </span>
        <span className="min-w-0 truncate font-semibold">
          <RevealedText text={about.join(' · ')} />
        </span>
      </span>
      <code className="ml-auto hidden font-mono text-small text-soft xl:inline" title={record.run_id}>
        {record.run_id.slice(0, 12)}
      </code>
    </Link>
  );
}

function toneOf(event: string): BadgeTone {
  if (/denied|failed|gap$/u.test(event)) return 'bad';
  if (/requested|suspended|unknown|expired|cancelled|revoked/u.test(event)) return 'warn';
  if (/approved|finished|result|checkpoint/u.test(event)) return 'good';
  return /gate|policy|grant/u.test(event) ? 'info' : 'neutral';
}

const ABOUT = ['tool', 'tool_id', 'agent', 'by'] as const;
