import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { formatDuration } from '../../ui/format/format-duration.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import type { ApprovalSummary } from '../approval.ts';
import { statusNow } from '../approval-status.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { findMostUrgent } from './sort-approvals.ts';
import { useApprovalCounts } from './use-approval-counts.ts';

const LEVELS = [5, 4, 3, 2, 1] as const;
const MAX_GROUPS = 5;

/** Displayed while no request is open: the pending requests by risk, the next expiry, and the largest groups. */
export function InboxSummary(props: {
  readonly approvals: readonly ApprovalSummary[];
  readonly onOpen: (approvalId: string) => void;
}): ReactNode {
  const t = useInboxTexts();
  const shell = useShellTexts();
  const { language } = usePreferences();
  const now = useNow();
  const counts = useApprovalCounts();
  const open = props.approvals.filter((approval) => statusNow(approval, now) === 'pending');
  const start = useStart(open, props.onOpen);
  const next = open.map(({ expires_at }) => Date.parse(expires_at)).toSorted((one, other) => one - other)[0];
  return (
    <section aria-label={t('summary.title')} className="flex max-w-xl flex-col gap-6 p-6">
      <div>
        <h2 className="text-headline font-semibold">
          {t('summary.waiting', { count: counts?.pending ?? open.length })}
        </h2>
        {next !== undefined && (
          <p className="text-soft">{t('summary.next', { time: formatDuration(next - now, language) })}</p>
        )}
      </div>
      <Button tone="primary" shortcut="enter" className="self-start" onClick={start}>
        {t('summary.start')}
      </Button>
      {counts && (
        <div>
          <h3 className="mb-2 text-section font-semibold">{t('summary.byRisk')}</h3>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {LEVELS.filter((level) => counts.by_risk[level] > 0).map((level) => (
              <li key={level} className="flex items-center gap-2">
                <RiskSquare level={level} />
                <span>{shell(`risk.${level}`)}</span>
                <span className="numeric font-semibold">
                  {counts.by_risk[level].toLocaleString(language)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Groups approvals={open} />
    </section>
  );
}

function Groups(props: { readonly approvals: readonly ApprovalSummary[] }): ReactNode {
  const t = useInboxTexts();
  const groups = Map.groupBy(props.approvals, ({ tool_id, agent_name }) => `${tool_id} · ${agent_name}`);
  const largest = [...groups]
    .filter(([, items]) => items.length > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_GROUPS);
  if (largest.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 text-section font-semibold">{t('summary.groups')}</h3>
      <ul className="flex flex-col gap-1">
        {largest.map(([name, items]) => (
          <li key={name} className="flex gap-3">
            <span className="numeric w-12 text-right font-semibold">{items.length}</span>
            <span className="min-w-0 break-words">
              <RevealedText text={name} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens the most urgent request. A list that is not loaded completely is asked for its highest risk. */
function useStart(loaded: readonly ApprovalSummary[], onOpen: (approvalId: string) => void): () => void {
  const t = useInboxTexts();
  const client = useClient();
  const queries = useQueryClient();
  const counts = useApprovalCounts();
  const start = useMemo(
    () => async () => {
      const known = findMostUrgent(loaded);
      const highest = LEVELS.find((level) => (counts?.by_risk[level] ?? 0) > 0);
      if (highest === undefined || known?.risk_level === highest) {
        if (known) onOpen(known.approval_id);
        return;
      }
      const { items } = await queries.fetchQuery({
        queryKey: ['approvals', 'urgent', highest],
        queryFn: () =>
          readResponse(client.api.approvals.$get({ query: { min_risk: String(highest), limit: '100' } })),
      });
      const urgent = findMostUrgent(items) ?? known;
      if (urgent) onOpen(urgent.approval_id);
    },
    [loaded, counts, client, queries, onOpen],
  );
  useShortcuts(
    useMemo(() => [{ keys: 'enter', label: t('keys.start'), run: () => void start() }], [t, start]),
  );
  return () => void start();
}
