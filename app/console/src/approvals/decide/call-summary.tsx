import type { ReactNode } from 'react';
import { useDescribeEffect } from '../effect/use-describe-effect.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { Notes } from '../values/arguments-view.tsx';
import { DisplayedValue } from '../values/displayed-value.tsx';
import { sourcesOfArgument } from '../values/sources-of-argument.ts';
import type { DisplayedCall } from './batch-decision-dialog.tsx';
import type { useValueDisplay } from '../values/use-value-display.ts';

/** One of several calls that are decided together: its tool, its values and its remarks. */
export function CallSummary(props: {
  readonly call: DisplayedCall;
  readonly display: ReturnType<typeof useValueDisplay>;
}): ReactNode {
  const { approval, shown, problems } = props.call;
  const describe = useDescribeEffect();
  const value = (name: string, content: unknown) => (
    <DisplayedValue
      name={`${shown.prefix}${name}`}
      argument={name}
      value={content}
      isExpanded={props.display.expanded.has(`${shown.prefix}${name}`)}
      onExpand={() => props.display.expand([`${shown.prefix}${name}`])}
    />
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <RiskSquare level={approval.risk_level} />
        <span className="font-semibold">
          <RevealedText text={describe(approval)} />
        </span>
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {shown.values === null ? (
          <dd className="col-span-2">{value('', shown.text)}</dd>
        ) : (
          Object.entries(shown.values).map(([name, content]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-small text-soft">
                <RevealedText text={name} />
              </dt>
              <dd className="min-w-0">
                {value(name, content)}
                <Notes notes={sourcesOfArgument(shown.warnings, name)} />
              </dd>
            </div>
          ))
        )}
      </dl>
      <Notes notes={problems} />
    </>
  );
}
