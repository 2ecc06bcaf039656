import { useState, type ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { RevealedText } from '../../components/revealed-text.tsx';
import { SegmentedChoice } from '../../components/segmented-choice.tsx';
import type { ApprovalDetail, ValueSource } from './approval.ts';
import { ArgumentValue } from './argument-value.tsx';
import { originTone, originWord } from './origin-word.ts';
import { sourcesOfArgument } from './sources-of-argument.ts';
import { useInboxWords } from './use-inbox-words.ts';

/** The exact arguments, with secrets masked, and where each value came from. */
export function ArgumentsView(props: { readonly approval: ApprovalDetail }): ReactNode {
  const say = useInboxWords();
  const [view, setView] = useState<'table' | 'json'>('table');
  const { approval } = props;
  const values = approval.edited_arguments ?? approval.arguments;
  const text = values === null ? approval.arguments_text : JSON.stringify(values, null, 2);
  const raw = (
    <pre className="rounded-md bg-sunken p-3 font-mono text-[13px] break-words whitespace-pre-wrap">
      <RevealedText text={text} />
    </pre>
  );
  if (values === null) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-warn">{say('args.raw')}</p>
        {raw}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedChoice
          label={say('args.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: say('args.table') },
            { value: 'json', label: say('args.json') },
          ]}
        />
        {approval.edited_arguments !== null && <Badge tone="info">{say('args.edited')}</Badge>}
      </div>
      {view === 'table' ? <ArgumentTable values={values} sources={approval.sources} /> : raw}
      {approval.masked_paths.length > 0 && (
        <p className="text-[13px] text-soft">
          {say('args.masked', {
            count: approval.masked_paths.length,
            paths: approval.masked_paths.join(', '),
          })}
        </p>
      )}
    </div>
  );
}

function ArgumentTable(props: {
  readonly values: Readonly<Record<string, unknown>>;
  readonly sources: readonly ValueSource[];
}): ReactNode {
  const say = useInboxWords();
  const entries = Object.entries(props.values);
  if (entries.length === 0) return <p className="text-soft">{say('args.none')}</p>;
  return (
    <dl className="divide-y divide-line rounded-md border border-line">
      {entries.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(6rem,10rem)_1fr]">
          <dt className="font-mono text-[13px] text-soft break-words sm:pt-0.5">
            <RevealedText text={name} />
          </dt>
          <dd className="min-w-0">
            <ArgumentValue value={value} />
            <Origins sources={sourcesOfArgument(props.sources, name)} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Origins(props: { readonly sources: readonly ValueSource[]; readonly name: string }): ReactNode {
  const say = useInboxWords();
  if (props.sources.length === 0) return null;
  return (
    <ul
      className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-[12.5px] text-soft"
      aria-label={say('args.source')}
    >
      {props.sources.map((source) => (
        <li key={`${source.path} ${source.value}`} className="inline-flex items-center gap-1.5">
          {source.path !== props.name && (
            <code className="font-mono">
              <RevealedText text={source.path} />
            </code>
          )}
          <span>{say('args.source')}</span>
          <Badge tone={originTone(source.origin)}>{originWord(source, say)}</Badge>
        </li>
      ))}
    </ul>
  );
}
