import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useGateReason } from '../../policies/gate/use-gate-reason.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatClock } from '../../ui/format/format-time.ts';
import type { GateStep } from './read-gate-steps.ts';
import { StepCard } from './step-card.tsx';
import { usePlaygroundTexts } from './use-playground-texts.ts';

/** Returns the reason of a step. The audit log contains reasons in English; requests contain them in Japanese too. */
export function useStepReason(runId: string): (step: GateStep) => string | undefined {
  const client = useClient();
  const { language } = usePreferences();
  const explain = useGateReason();
  const approvals = useQuery({
    queryKey: ['approvals', 'detail', 'of-run', runId],
    queryFn: () => readResponse(client.api.approvals.$get({ query: { run_id: runId, status: 'all' } })),
    enabled: language === 'ja',
  });
  const found = language === 'ja' ? (approvals.data?.items ?? []) : [];
  const reasons = new Map(found.map(({ approval_id: id, reason_ja: reason }) => [id, reason]));
  return (step) => reasons.get(step.wait?.approvalId ?? '') ?? (step.reason && explain(step.reason));
}

/** One call of a run: the decision of the gate, the decision of a person, and the result. */
export function RunStep(props: { readonly step: GateStep; readonly reason: string | undefined }): ReactNode {
  const { step, reason } = props;
  const t = usePlaygroundTexts();
  const { language } = usePreferences();
  return (
    <StepCard
      step={step}
      reason={reason}
      end={
        <time dateTime={step.at} className="numeric ml-auto">
          {formatClock(step.at, language)}
        </time>
      }
    >
      {step.argumentsText !== '' && (
        <p className="line-clamp-2 font-mono break-all">
          <RevealedText text={step.argumentsText} />
        </p>
      )}
      {step.wait !== undefined && <p>{t(`step.wait.${step.wait.status}`)}</p>}
      {step.outcome !== undefined && <p>{t(`step.tool.${step.outcome}`)}</p>}
    </StepCard>
  );
}
