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
import { useLazyTexts } from '../use-lazy-texts.ts';
import { groupId, rowId } from './row-id.ts';
import { useApprovalCounts } from './use-approval-counts.ts';

const LEVELS = [5, 4, 3, 2, 1] as const;
const MAX_GROUPS = 5;

/** Displayed while no request is open: the pending requests by risk, the next expiry, and the largest groups. */
export function InboxSummary(props: { readonly onOpen: (rowId: string) => void }): ReactNode {
  const t = useLazyTexts();
  const shell = useShellTexts();
  const { language } = usePreferences();
  const now = useNow();
  const counts = useApprovalCounts();
  const start = useStart(props.onOpen);
  if (!counts || counts.pending === 0) return null;
  const { next_expiry: next } = counts;
  return (
    <section aria-label={t('summary.title')} className="flex max-w-xl flex-col gap-6 p-6">
      <div>
        <h2 className="text-headline font-semibold">{t('summary.waiting', { count: counts.pending })}</h2>
        {next !== null && (
          <p className="text-soft">
            {t('summary.next', { time: formatDuration(Math.max(0, Date.parse(next) - now), language) })}
          </p>
        )}
      </div>
      <Button tone="primary" shortcut="enter" className="self-start" onClick={start}>
        {t('summary.start')}
      </Button>
      <div>
        <h3 className="mb-2 text-section font-semibold">{t('summary.byRisk')}</h3>
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {LEVELS.filter((level) => counts.by_risk[level] > 0).map((level) => (
            <li key={level} className="flex items-center gap-2">
              <RiskSquare level={level} />
              <span>{shell(`risk.${level}`)}</span>
              <span className="numeric font-semibold">{counts.by_risk[level].toLocaleString(language)}</span>
            </li>
          ))}
        </ul>
      </div>
      <Groups groups={counts.groups} onOpen={props.onOpen} />
    </section>
  );
}

function Groups(props: {
  readonly groups: NonNullable<ReturnType<typeof useApprovalCounts>>['groups'];
  readonly onOpen: (rowId: string) => void;
}): ReactNode {
  const t = useLazyTexts();
  const { language } = usePreferences();
  if (props.groups.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 text-section font-semibold">{t('summary.groups')}</h3>
      <ul className="flex flex-col gap-1">
        {props.groups.slice(0, MAX_GROUPS).map(({ key, count, tool_id, agent_name }) => (
          <li key={key}>
            <button
              type="button"
              className="flex min-h-10 w-full items-center gap-3 rounded-md border border-line px-3 text-left hover:bg-sunken max-md:min-h-11"
              onClick={() => props.onOpen(groupId(key))}
            >
              <span className="numeric min-w-6 font-semibold">{count.toLocaleString(language)}</span>
              <span className="min-w-0 break-words">
                <RevealedText text={`${tool_id} · ${agent_name}`} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens the most urgent of all pending requests: of the highest risk, the one that expires first. */
function useStart(onOpen: (rowId: string) => void): () => void {
  const t = useLazyTexts();
  const client = useClient();
  const queries = useQueryClient();
  const start = useMemo(
    () => async () => {
      const { items } = await queries.fetchQuery({
        queryKey: ['approvals', 'urgent'],
        queryFn: () =>
          readResponse(client.api.approvals.$get({ query: { sort: 'risk', limit: '1', grouped: 'true' } })),
      });
      const [urgent] = items;
      if (urgent) onOpen(rowId(urgent));
    },
    [client, queries, onOpen],
  );
  useShortcuts(
    useMemo(() => [{ keys: 'enter', label: t('keys.start'), run: () => void start() }], [t, start]),
  );
  return () => void start();
}
