import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readLoggedReason } from '../../policies/gate/read-logged-reason.ts';
import { useGateReason } from '../../policies/gate/use-gate-reason.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { GateFacts } from '../gate-facts.tsx';
import { readRisk, readVerdict } from './read-gate-steps.ts';
import { StepCard } from './step-card.tsx';
import { readTrial, saveTrial, toDraft, toTrial, type TrialDraft } from './trial-draft.ts';
import { TrialForm } from './trial-form.tsx';
import type { Playground } from './playground-query.ts';
import { useDifference } from './use-difference.ts';
import { usePlaygroundTexts } from './use-playground-texts.ts';

/** A task of the person: what they write is judged step by step, and nothing is stored or executed. */
export function OwnTrial({ examples }: { readonly examples: Playground['examples'] }): ReactNode {
  const t = usePlaygroundTexts();
  const { language } = usePreferences();
  const explain = useExplainFailure();
  const client = useClient();
  const mayTry = useHasRole('approver');
  const draftOf = (id: string) => {
    const found = examples.find((example) => example.id === id) ?? examples[0];
    return toDraft(found ? { ...found, task: found.task[language] } : { task: '', tools: [], calls: [] });
  };
  const [draft, setDraft] = useState<TrialDraft>(() => readTrial(sessionStorage) ?? draftOf(FIRST_EXAMPLE));
  const change = (next: TrialDraft) => {
    setDraft(next);
    saveTrial(sessionStorage, next);
  };
  const [[latest, before], setJudged] = useState<readonly Judged[]>([]);
  const difference = useDifference();
  const attempt = useMutation({
    mutationFn: async (tried: TrialDraft) => {
      const json = toTrial(tried);
      return { tried, ...(await readResponse(client.api.playground.trials.$post({ json }))) };
    },
    onSuccess: (judged) => setJudged(([last]) => (last ? [judged, last] : [judged])),
  });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.mutate(draft);
        }}
      >
        <details className="rounded-md bg-info-tint px-3 py-1 text-small">
          <summary className="min-h-8 cursor-pointer py-1.5">{t('trial.limits')}</summary>
          <p className="pb-1.5">{t('trial.limits.more')}</p>
        </details>
        {draft.from === undefined ? (
          <Select
            label={t('trial.example')}
            isNamed
            className="w-fit max-w-full"
            value=""
            options={[
              { value: '', label: t('trial.example.none') },
              ...examples.map(({ id, title }) => ({ value: id, label: title[language] })),
            ]}
            onChange={(id) => id !== '' && change(draftOf(id))}
          />
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-card px-3 py-2 text-small">
            <span className="min-w-0 flex-1 basis-60">{t('trial.copied')}</span>
            <Link
              to="/runs/$runId"
              params={{ runId: draft.from }}
              className="font-semibold text-accent underline"
            >
              {t('live.run')}
            </Link>
            <Button small onClick={() => change(draftOf(FIRST_EXAMPLE))}>
              {t('trial.discard')}
            </Button>
          </p>
        )}
        <TrialForm draft={draft} onChange={change} />
        <div className="sticky bottom-0 flex items-center gap-3 border-t border-line bg-page py-3">
          <Button
            type="submit"
            tone="primary"
            busy={attempt.isPending}
            disabled={!mayTry || draft.task.trim() === '' || draft.calls.length === 0}
            title={mayTry ? undefined : t('forbidden')}
          >
            {t('trial.run')}
          </Button>
          {attempt.isError && (
            <p role="alert" className="text-bad">
              {explain(attempt.error)}
            </p>
          )}
        </div>
      </form>
      <section
        aria-label={t('live.title')}
        aria-live="polite"
        className="rounded-md border border-line bg-card lg:sticky lg:top-16"
      >
        <h2 className="border-b border-line px-4 py-2.5 text-section font-semibold">{t('live.title')}</h2>
        {latest ? (
          <div className="flex flex-col gap-3 p-4">
            {latest.tried !== draft && <p className="text-small text-warn">{t('trial.stale')}</p>}
            {before && (
              <p className="rounded-md bg-sunken px-3 py-2 text-small">
                {difference(
                  { name: t('compare.before'), steps: toSteps(before) },
                  { name: t('compare.now'), steps: toSteps(latest) },
                )}
              </p>
            )}
            <ol aria-label={t('live.steps')} className="flex flex-col gap-2">
              {latest.steps.map((step, index) => (
                <li key={index}>
                  <TriedStep step={step} call={latest.tried.calls[index]} />
                </li>
              ))}
            </ol>
          </div>
        ) : (
          <EmptyState icon="playground" title={t('trial.empty.title')}>
            {t('trial.empty.text')}
          </EmptyState>
        )}
      </section>
    </div>
  );
}

interface Judged {
  readonly tried: TrialDraft;
  readonly steps: readonly Tried[];
}

const toSteps = ({ tried, steps }: Judged) =>
  steps.map((step, index) => ({
    tool: step.tool,
    verdict: readVerdict(step.decision),
    argumentsText: JSON.stringify(tried.calls[index]?.arguments),
    hasRun: step.has_run,
  }));

interface Tried {
  readonly tool: string;
  readonly decision: string;
  readonly gate: Readonly<Record<string, unknown>>;
  readonly has_run: boolean;
  readonly received: string;
}

function TriedStep(props: {
  readonly step: Tried;
  readonly call: TrialDraft['calls'][number] | undefined;
}): ReactNode {
  const t = usePlaygroundTexts();
  const explain = useGateReason();
  const { step, call } = props;
  const verdict = readVerdict(step.decision);
  const logged = readLoggedReason(step.gate);
  return (
    <StepCard
      step={{ tool: step.tool, verdict, risk: readRisk(step.gate) }}
      reason={logged && explain(logged)}
    >
      <p>
        {verdict === 'needs_human' && call && `${t(`trial.decided.${call.if_asked}`)} `}
        {t(step.has_run ? 'trial.ran' : 'trial.notRun')}
      </p>
      <details>
        <summary className="min-h-8 cursor-pointer py-1">{t('trial.why')}</summary>
        <div className="text-ink">
          <GateFacts detail={step.gate} />
        </div>
      </details>
      <details>
        <summary className="min-h-8 cursor-pointer py-1">{t('trial.received')}</summary>
        <pre
          className="max-h-60 overflow-auto rounded bg-sunken p-2 font-mono whitespace-pre-wrap text-ink"
          tabIndex={0}
        >
          <RevealedText text={step.received} />
        </pre>
      </details>
    </StepCard>
  );
}

const FIRST_EXAMPLE = 'mail-poisoned';
