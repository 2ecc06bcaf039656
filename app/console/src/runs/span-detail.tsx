import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';
import { formatCost } from '../ui/format/format-cost.ts';
import { formatExactly } from '../ui/format/format-time.ts';
import { EditTable } from '../policies/gate/edit-table.tsx';
import { readLoggedEdit } from '../policies/gate/read-logged-edit.ts';
import { readLoggedReason } from '../policies/gate/read-logged-reason.ts';
import { useGateReason } from '../policies/gate/use-gate-reason.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { ContextState } from './context/use-run-context.ts';
import type { Span } from './run.ts';
import { spanName } from './span-name.ts';
import { useRunsTexts } from './use-runs-texts.ts';
import { lazyPart } from '../ui/parts/lazy-part.tsx';

const StepContent = lazyPart(() => import('./step-content.tsx').then((file) => file.StepContent));
const GateFacts = lazyPart(() => import('./gate-facts.tsx').then((file) => file.GateFacts));

/** Displays all data of one step of a run. */
export function SpanDetail(props: {
  readonly span: Span | undefined;
  /** The decision of the gate about the same call. */
  readonly gate: Span | undefined;
  readonly reading: ContextState;
}): ReactNode {
  const t = useRunsTexts();
  const [view, setView] = useState('overview');
  const { span, gate, reading } = props;
  return (
    <aside aria-labelledby="step" className="h-fit min-w-0 rounded-md border border-line bg-card px-4 py-3">
      <h3 id="step" className="text-section font-semibold break-words">
        {span === undefined ? (
          t('detail.title')
        ) : (
          <RevealedText text={`${t(`kind.${span.kind}`)}: ${spanName(span, t)}`} />
        )}
      </h3>
      {span === undefined ? (
        <p className="mt-1 text-soft">{t('detail.pick')}</p>
      ) : (
        <div className="mt-2">
          <Tabs
            label={t('detail.view')}
            value={view}
            onChange={setView}
            tabs={[
              { value: 'overview', label: t('detail.overview'), content: <Overview span={span} /> },
              {
                value: 'input',
                label: t('detail.input'),
                content: <StepContent span={span} reading={reading} part="input" />,
              },
              {
                value: 'output',
                label: t('detail.output'),
                content: <StepContent span={span} reading={reading} part="output" />,
              },
              { value: 'gate', label: t('detail.gate'), content: <GateFacts detail={gate?.detail} /> },
              { value: 'raw', label: t('detail.raw'), content: <Raw value={span} /> },
            ]}
          />
        </div>
      )}
    </aside>
  );
}

function Overview(props: { readonly span: Span }): ReactNode {
  const t = useRunsTexts();
  const { language } = usePreferences();
  const { span } = props;
  const explain = useGateReason();
  const logged = readLoggedReason(span.detail);
  const edit = readLoggedEdit(span.detail);
  const facts: readonly (readonly [string, string | number | null])[] = [
    [t('list.status'), t(`span.${span.status}`)],
    [t('detail.started'), formatExactly(span.started_at, language)],
    [
      t('detail.ended'),
      span.ended_at === null ? t('detail.notEnded') : formatExactly(span.ended_at, language),
    ],
    [t('detail.model'), span.model],
    [t('detail.tool'), span.tool_id],
    [t('detail.attempt'), span.attempt > 1 ? span.attempt : null],
    [t('detail.reason'), logged === undefined ? null : explain(logged)],
    [t('fact.tokens'), span.tokens && t('tokens', span.tokens)],
    [t('fact.cost'), span.cost_usd === null ? null : formatCost(span.cost_usd, language)],
  ];
  return (
    <div className="flex flex-col gap-3 text-small">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="break-words">
                  <RevealedText text={String(value)} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {edit && <EditTable edit={edit} />}
      {span.approval_id !== null && (
        <Link
          to="/inbox/$approvalId"
          params={{ approvalId: span.approval_id }}
          className="font-semibold text-accent underline underline-offset-3"
        >
          {t('detail.approval')}
        </Link>
      )}
      {span.seqs.length > 0 && (
        <p className="text-soft">
          {t('detail.records')}:{' '}
          {span.seqs.map((seq) => (
            <Link
              key={seq}
              to="/audit"
              search={{ seq: String(seq) }}
              className="numeric mr-2 text-accent underline underline-offset-3"
            >
              {seq}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}

function Raw(props: { readonly value: unknown }): ReactNode {
  return (
    <pre
      className="max-h-96 overflow-auto rounded bg-sunken p-2 font-mono text-small break-words whitespace-pre-wrap"
      tabIndex={0}
    >
      <RevealedText text={JSON.stringify(props.value, null, 2)} />
    </pre>
  );
}
