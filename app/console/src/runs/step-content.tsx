import type { ReactNode } from 'react';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { Button } from '../ui/controls/button.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
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

/** What the gate decided about a call: the rules and the origins of its values. */
export function GateFacts({ gate }: { readonly gate: Span | undefined }): ReactNode {
  const t = useRunsTexts();
  if (!gate) return <p className="text-soft">{t('detail.noContent')}</p>;
  const { detail } = gate;
  const listed = (name: string): readonly unknown[] => {
    const value = detail[name];
    return Array.isArray(value) ? value : [];
  };
  const facts: readonly (readonly [string, string])[] = [
    [t('list.status'), t(`span.${gate.status}`)],
    [t('detail.risk'), wordOf(detail['risk_level'])],
    [t('detail.rules'), listed('rule_ids').map(wordOf).join(', ') || '–'],
    [t('detail.policy'), wordOf(detail['policy'])],
    [t('detail.sources'), listed('sources').map(describeSource).join('\n') || '–'],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <RevealedText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const wordOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–';

function describeSource(source: unknown): string {
  const read = (name: string) => wordOf(Reflect.get(Object(source), name));
  return `${read('path')} = ${read('value')} ← ${read('origin')}`;
}
