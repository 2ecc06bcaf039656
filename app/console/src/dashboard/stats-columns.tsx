import type { ReactNode } from 'react';
import type { Translate } from '../i18n/use-texts.ts';
import { Badge } from '../ui/display/badge.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import type { Column } from '../ui/display/table.tsx';
import type { Stats } from './stats-query.ts';
import type { textsEn } from './texts.en.ts';

type DashboardTranslate = Translate<keyof typeof textsEn>;

/** The columns of the decisions per person. */
export function peopleColumns(
  t: DashboardTranslate,
  duration: (ms: number | null) => string,
): Column<Stats['people'][number]>[] {
  return [
    { key: 'who', heading: t('person'), cell: ({ id }) => <Name text={id} /> },
    { key: 'approved', heading: t('outcome.approved'), numeric: true, cell: ({ approved }) => approved },
    { key: 'denied', heading: t('outcome.denied'), numeric: true, cell: ({ denied }) => denied },
    { key: 'p50', heading: t('median'), numeric: true, cell: ({ p50_ms: ms }) => duration(ms) },
    {
      key: 'hasty',
      heading: t('hasty'),
      numeric: true,
      cell: ({ hasty }) => (hasty === 0 ? 0 : <Badge tone="bad">{hasty}</Badge>),
    },
  ];
}

/** The columns of the decisions per rule. */
export function ruleColumns(t: DashboardTranslate): Column<Stats['rules'][number]>[] {
  return [
    { key: 'rule', heading: t('rule'), cell: ({ id }) => <Name text={id} /> },
    { key: 'asked', heading: t('asked'), numeric: true, cell: ({ asked }) => asked },
    {
      key: 'share',
      heading: t('unchanged'),
      numeric: true,
      cell: ({ unchanged, asked }) => (
        <span className="flex items-center justify-end gap-2">
          <span aria-hidden="true" className="h-2 w-16 overflow-hidden rounded-sm bg-sunken">
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="block size-full text-info">
              <rect width={percent(unchanged, asked)} height="10" fill="currentColor" />
            </svg>
          </span>
          {percent(unchanged, asked)}%
        </span>
      ),
    },
    { key: 'edited', heading: t('edited'), numeric: true, cell: ({ edited }) => edited },
    { key: 'denied', heading: t('outcome.denied'), numeric: true, cell: ({ denied }) => denied },
  ];
}

/** The name of a person, a rule, a tool or an application. */
export const Name = ({ text }: { readonly text: string }): ReactNode => (
  <code className="font-mono text-small [overflow-wrap:anywhere]">
    <RevealedText text={text} />
  </code>
);

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
/** Sorts the rules by the share of questions that were approved unchanged. */
export const byShare = (rules: Stats['rules']) =>
  rules
    .toSorted((a, b) => percent(b.unchanged, b.asked) - percent(a.unchanged, a.asked) || b.asked - a.asked)
    .slice(0, MAX_ROWS);

/** The length of a list on the dashboard. */
export const MAX_ROWS = 12;
