import type { ReactNode } from 'react';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { Button } from '../ui/controls/button.tsx';
import { InputText, OutputText } from './context/conversation.tsx';
import type { ContextState } from './context/use-run-context.ts';
import type { Span } from './run.ts';
import { useRunsTexts } from './use-runs-texts.ts';

/** The input or the output of the call that a step belongs to. */
export function StepContent(props: {
  readonly span: Span;
  readonly reading: ContextState;
  readonly part: 'input' | 'output';
}): ReactNode {
  const t = useRunsTexts();
  const explain = useExplainFailure();
  const { span, reading, part } = props;
  const { state, context } = reading;
  if (span.call_key === null) return <p className="text-soft">{t('detail.noContent')}</p>;
  if (state === 'loading' || state === 'forbidden')
    return <p className="text-soft">{t(`detail.${state}`)}</p>;
  if (!context) {
    return (
      <p className="flex flex-col items-start gap-2">
        {state === 'failed' && <span className="text-bad">{explain(reading.failure)}</span>}
        <Button small onClick={reading.load}>
          {t('detail.load')}
        </Button>
      </p>
    );
  }
  const at = context.entries.findIndex((entry) => entry.kind === 'call' && entry.call_key === span.call_key);
  const call = context.entries[at];
  if (call?.kind !== 'call') return <p className="text-soft">{t('detail.noContent')}</p>;
  return part === 'input' ? (
    <InputText call={call} />
  ) : (
    <OutputText call={call} passages={context.passages.filter((passage) => passage.entry === at)} />
  );
}
