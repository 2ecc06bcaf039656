import type { ReactNode } from 'react';
import { Badge } from '../../ui/display/badge.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import type { GateStep } from './read-gate-steps.ts';
import { usePlaygroundTexts } from './use-playground-texts.ts';

/** One call with the decision of the gate, its risk and its reason. */
export function StepCard(props: {
  readonly step: Pick<GateStep, 'tool' | 'verdict' | 'risk'>;
  readonly reason: string | undefined;
  /** Displayed at the end of the first line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const t = usePlaygroundTexts();
  const { tool, verdict, risk } = props.step;
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line p-3 text-small text-soft">
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-body font-semibold break-all text-ink">
          <RevealedText text={tool} />
        </code>
        <Badge tone={VERDICT_TONES[verdict]}>{t(`verdict.${verdict}`)}</Badge>
        {risk !== undefined && <RiskSquare level={risk} />}
        {props.end}
      </div>
      {props.reason !== undefined && (
        <p className="text-body text-ink">
          <RevealedText text={props.reason} />
        </p>
      )}
      {props.children}
    </div>
  );
}

const VERDICT_TONES = { allow: 'good', deny: 'bad', needs_human: 'warn' } as const;
