import type { ReactNode } from 'react';
import { JsonValue } from '../../ui/display/json-value.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { compareArguments, type ArgumentChange } from './compare-arguments.ts';
import type { LoggedEdit } from './read-logged-edit.ts';
import { useEditTexts } from './use-edit-texts.ts';

const TextDiff = lazyPart(() => import('./text-diff.tsx').then((file) => file.TextDiff), {
  waiting: ({ before, after, side }) => <JsonValue value={side === 'before' ? before : after} />,
});

/** Displays the changed arguments with both values and the name of the person who changed them. */
export function EditTable(props: { readonly edit: LoggedEdit }): ReactNode {
  const t = useEditTexts();
  const { before, after, by } = props.edit;
  return (
    <div className="rounded-md border border-line">
      <p className="border-b border-line px-3 py-1.5 text-small font-semibold">
        {by === '' ? t('titleUnknown') : t('title', { who: by })}
      </p>
      <dl className="divide-y divide-line">
        {compareArguments(before, after).map((change) => (
          <div key={change.name} className="px-3 py-2">
            <dt className="font-mono text-small break-words text-soft">
              <RevealedText text={change.name} />
            </dt>
            <dd className="min-w-0">
              <BeforeAfter change={change} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** One argument with its value before and after an edit. */
export function BeforeAfter(props: { readonly change: ArgumentChange }): ReactNode {
  const t = useEditTexts();
  const { change, before, after } = props.change;
  if (change === 'none') {
    return (
      <>
        <JsonValue value={after} /> <span className="text-small text-soft">({t('unchanged')})</span>
      </>
    );
  }
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
      <span className="text-small text-soft">{t('before')}</span>
      <del className="min-w-0 no-underline">
        {change === 'added' ? (
          <em className="text-soft">{t('none')}</em>
        ) : (
          <Side side="before" before={before} after={after} />
        )}
      </del>
      <span className="text-small text-soft">{t('after')}</span>
      <ins className="min-w-0 no-underline">
        {change === 'removed' ? (
          <em className="text-soft">{t('removed')}</em>
        ) : (
          <Side side="after" before={before} after={after} />
        )}
      </ins>
    </div>
  );
}

/** One side of a change. Texts are compared word by word; other values are displayed as they are. */
function Side(props: {
  readonly side: 'before' | 'after';
  readonly before: unknown;
  readonly after: unknown;
}): ReactNode {
  const { side, before, after } = props;
  if (typeof before === 'string' && typeof after === 'string')
    return <TextDiff side={side} before={before} after={after} />;
  return <JsonValue value={side === 'before' ? before : after} />;
}
