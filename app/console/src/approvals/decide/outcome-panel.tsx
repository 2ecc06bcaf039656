import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import type { ApprovalDetail } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** The outcomes that a person can report for a call that a crash interrupted. */
export type ReportedOutcome = 'done' | 'retry' | 'abort';

/** Asks for the outcome of a call that was running when the program stopped. */
export function OutcomePanel(props: {
  readonly approval: ApprovalDetail;
  readonly isBusy: boolean;
  /** Whether the tool is named, as risk 5 requires. */
  readonly isNamed: boolean;
  readonly confirmation: string;
  readonly onConfirmation: (text: string) => void;
  readonly onAnswer: (answer: ReportedOutcome) => void;
}): ReactNode {
  const t = useInboxTexts();
  const tLazy = useLazyTexts();
  const { approval } = props;
  return (
    <div className="flex flex-col gap-3">
      <p>
        <strong className="font-semibold">{tLazy('outcome.title')}</strong> {tLazy('outcome.text')}
      </p>
      {approval.risk_level === 5 && (
        <TextField
          label={t('decide.confirm', { tool: approval.tool_id })}
          autoComplete="off"
          className="font-mono"
          value={props.confirmation}
          onChange={(event) => props.onConfirmation(event.target.value)}
        />
      )}
      <div className="grid gap-2 sm:grid-cols-3">
        {ANSWERS.map((answer) => (
          <div key={answer} className="flex flex-col gap-1">
            <Button
              tone={answer === 'abort' ? 'danger' : 'plain'}
              disabled={props.isBusy || (answer === 'retry' && !props.isNamed)}
              onClick={() => props.onAnswer(answer)}
            >
              {t(`outcome.${answer}`)}
            </Button>
            <p className="text-small text-soft">{tLazy(`outcome.${answer}.text`)}</p>
          </div>
        ))}
      </div>
    </div>
  );
}

const ANSWERS = ['done', 'retry', 'abort'] as const;
