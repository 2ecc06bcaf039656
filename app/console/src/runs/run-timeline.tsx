import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { SearchBox } from '../ui/controls/search-box.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { useNow } from '../ui/format/use-now.ts';
import { GanttChart } from '../ui/gantt/gantt-chart.tsx';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { ContextState } from './context/use-run-context.ts';
import type { RunDetail, Span } from './run.ts';
import { SpanDetail } from './span-detail.tsx';
import { placeSpans } from './span-tree.ts';
import { toGanttRows } from './to-gantt-rows.ts';
import { useRunsTexts } from './use-runs-texts.ts';

/** The tree and the chart of a run, with the details of one step. The selected step is stored in the address. */
export function RunTimeline(props: { readonly run: RunDetail; readonly reading: ContextState }): ReactNode {
  const t = useRunsTexts();
  const { language } = usePreferences();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [text, setText] = useState('');
  const [turnsOnly, setTurnsOnly] = useState(false);
  const [compress, setCompress] = useState(true);
  const failedOnly = search['failed'] === '1';
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changes }), replace: true });

  const { spans } = props.run;
  const isLive = spans.some((span) => span.ended_at === null);
  const clock = useNow();
  const now = isLive ? clock : 0;
  const placed = useMemo(
    () => placeSpans(spans, { failedOnly, turnsOnly, text }),
    [spans, failedOnly, turnsOnly, text],
  );
  const rows = useMemo(() => toGanttRows(placed, { t, language, now }), [placed, t, language, now]);
  const selected = spans.find((span) => span.id === search['span']) ?? findCause(spans);
  return (
    <section aria-labelledby="timeline" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="timeline" className="text-section font-semibold">
          {t('timeline.title')}
        </h2>
        <Switch
          label={t('timeline.failed')}
          isOn={failedOnly}
          onChange={(isOn) => set({ failed: isOn ? '1' : '' })}
        />
        <Switch label={t('timeline.turns')} isOn={turnsOnly} onChange={setTurnsOnly} />
        <Switch label={t('timeline.compress')} isOn={compress} onChange={setCompress} />
        <div className="flex flex-1 justify-end max-sm:basis-full">
          <SearchBox label={t('timeline.search')} value={text} onChange={setText} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        {rows.length === 0 ? (
          <p className="h-fit rounded-md border border-line bg-card p-6 text-soft">{t('timeline.empty')}</p>
        ) : (
          <GanttChart
            label={t('timeline.label')}
            rows={rows}
            unit="duration"
            compressGaps={compress}
            legend={LEGEND.map(({ key, ...mark }) => ({ ...mark, label: t(key) }))}
            selectedId={selected?.id}
            onSelect={(span) => set({ span })}
          />
        )}
        <SpanDetail span={selected} gate={gateOf(spans, selected)} reading={props.reading} />
      </div>
    </section>
  );
}

/** Why a run waits, was stopped or failed: the last call that the gate did not allow, otherwise the last failure. */
const findCause = (spans: readonly Span[]) =>
  spans.findLast(({ kind, status }) => kind === 'gate' && (status === 'asked' || status === 'denied')) ??
  spans.findLast(({ kind, status }) => kind !== 'run' && kind !== 'turn' && status === 'failed');

/** The latest decision of the gate about the call of this step. */
const gateOf = (spans: readonly Span[], step: Span | undefined) =>
  step?.call_key === undefined || step.call_key === null
    ? undefined
    : spans.findLast(({ kind, call_key: key }) => kind === 'gate' && key === step.call_key);

const LEGEND = [
  { key: 'legend.frame', look: 'frame', tone: 'neutral' },
  { key: 'legend.bar', look: 'bar', tone: 'neutral' },
  { key: 'legend.wait', look: 'wait', tone: 'warning' },
  { key: 'legend.milestone', look: 'milestone', tone: 'neutral' },
] as const;
