import { useMemo, type ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { compareArguments, type ArgumentChange } from '../../policies/gate/compare-arguments.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useSession } from '../../access/use-session.ts';
import type { ApprovalDetail } from '../approval.ts';
import { describeUser } from '../request/describe-reasons.ts';
import { DisplayedValue } from './displayed-value.tsx';
import { originTone, originLabel } from '../request/labels.ts';
import type { DisplayNote, ShownValues } from './shown-values.ts';
import { sourcesOfArgument } from './sources-of-argument.ts';
import type { ReadingState } from './use-reading.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import type { useValueDisplay } from './use-value-display.ts';

const BeforeAfter = lazyPart(() =>
  import('../../policies/gate/edit-table.tsx').then((file) => file.BeforeAfter),
);

/** Displays the arguments of a request with their origins, remarks and edits. */
export function ArgumentsView(props: {
  readonly approval: ApprovalDetail;
  readonly shown: ShownValues;
  readonly reading: ReadingState;
  readonly display: ReturnType<typeof useValueDisplay>;
}): ReactNode {
  const t = useInboxTexts();
  const explain = useExplainFailure();
  const { approval, shown, reading, display } = props;
  if (shown.values === null) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-warn">{t('args.raw')}</p>
        <div className="rounded-md bg-sunken p-3">
          <DisplayedValue
            name=""
            argument=""
            value={shown.text}
            isExpanded={display.expanded.has('')}
            onExpand={() => display.expand([''])}
          />
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 sm:-mt-8 sm:justify-end">
        <SegmentedChoice
          label={t('args.view')}
          value={display.view}
          onChange={display.setView}
          options={[
            { value: 'table', label: t('args.table') },
            { value: 'json', label: t('args.json') },
          ]}
        />
        {shown.edited !== null && <Badge tone="info">{t('args.edited')}</Badge>}
      </div>
      {display.view === 'table' ? (
        <ArgumentTable approval={approval} shown={shown} values={shown.values} display={display} />
      ) : (
        <pre className="rounded-md bg-sunken p-3 font-mono text-small break-words whitespace-pre-wrap">
          <RevealedText text={JSON.stringify(shown.edited ?? shown.values, null, 2)} />
        </pre>
      )}
      {!shown.isComplete && (
        <p className="flex flex-wrap items-center gap-2 text-small text-soft">
          {t('args.incomplete')}
          {reading.state === 'masked' && reading.load && (
            <Button small onClick={reading.load}>
              {t('reading.show')}
            </Button>
          )}
        </p>
      )}
      {reading.state === 'failed' && <p className="text-small text-bad">{explain(reading.failure)}</p>}
      {reading.values && <p className="text-small text-soft">{t('reading.recorded')}</p>}
    </div>
  );
}

function ArgumentTable(props: {
  readonly approval: ApprovalDetail;
  readonly shown: ShownValues;
  readonly values: Readonly<Record<string, unknown>>;
  readonly display: ReturnType<typeof useValueDisplay>;
}): ReactNode {
  const t = useInboxTexts();
  const { approval, shown, values, display } = props;
  const rows = useMemo(() => compareArguments(values, shown.edited ?? values), [values, shown.edited]);
  if (rows.length === 0) return <p className="text-soft">{t('args.none')}</p>;
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <div key={row.name} className="grid gap-x-4 gap-y-1 px-2 py-1.5 sm:grid-cols-[minmax(5rem,8rem)_1fr]">
          <dt className="font-mono text-small break-words text-soft sm:pt-0.5">
            <RevealedText text={row.name} />
          </dt>
          <dd className="min-w-0">
            {isEdited(row, shown) ? (
              <>
                <BeforeAfter change={{ ...row, change: row.change === 'none' ? 'changed' : row.change }} />
                <Origins approval={approval} name={row.name} who={approval.decided_by?.id} />
              </>
            ) : (
              <>
                <DisplayedValue
                  name={row.name}
                  argument={row.name}
                  value={row.after}
                  isExpanded={display.expanded.has(row.name)}
                  onExpand={() => display.expand([row.name])}
                />
                <Notes notes={sourcesOfArgument(shown.warnings, row.name)} />
                <Origins approval={approval} name={row.name} who={undefined} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

// Two different secrets have the same mask, so a comparison of masked values alone would miss a change.
const isEdited = (row: ArgumentChange, shown: ShownValues) =>
  row.isChanged ||
  sourcesOfArgument(
    shown.changedPaths.map((path) => ({ path })),
    row.name,
  ).length > 0;

/** Remarks about a value, for example that it may be a secret. */
export function Notes(props: { readonly notes: readonly DisplayNote[] }): ReactNode {
  const { language } = usePreferences();
  const t = useInboxTexts();
  return props.notes.map((note) => (
    <p key={`${note.code} ${note.path}`} className="mt-1 flex gap-1.5 text-small text-warn">
      <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
      <span>
        {note.code === 'secret' && <strong className="block font-semibold">{t('value.secret')}</strong>}
        <RevealedText text={language === 'ja' ? note.message_ja : note.message} />
      </span>
    </p>
  ));
}

function Origins(props: {
  readonly approval: ApprovalDetail;
  readonly name: string;
  /** The person who edited the arguments. */
  readonly who: string | undefined;
}): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const { approval, who } = props;
  const sources = sourcesOfArgument(approval.sources, props.name);
  if (sources.length === 0) return null;
  const names = {
    user: describeUser(approval.on_behalf_of, { language, me: user.id }),
    application: approval.run?.application ?? '',
  };
  return (
    <ul
      className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-soft sm:ml-2"
      aria-label={t('args.source')}
    >
      {sources.map((source) => (
        <li key={`${source.path} ${source.value}`} className="inline-flex items-center gap-1.5">
          {source.path !== props.name && (
            <code className="font-mono">
              <RevealedText text={source.path} />
            </code>
          )}
          {source.origin === 'person' ? (
            <Badge tone="violet">
              {who === undefined ? t('origin.person') : t('origin.person.by', { who })}
            </Badge>
          ) : (
            <Badge tone={originTone(source.origin)}>{originLabel(source, t, names)}</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
