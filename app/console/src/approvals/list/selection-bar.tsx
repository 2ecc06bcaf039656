import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { useLazyTexts } from '../use-lazy-texts.ts';
import type { useSelection } from './use-selection.ts';

/** The number of selected requests, with the button that decides them together. */
export function SelectionBar(props: { readonly selection: ReturnType<typeof useSelection> }): ReactNode {
  const t = useLazyTexts();
  const { selection } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-info-tint px-3 py-1.5 text-small text-info">
      <span className="font-semibold">{t('batch.selected', { count: selection.selected.size })}</span>
      <span className="ml-auto flex gap-2">
        <Button small tone="quiet" onClick={selection.clear}>
          {t('batch.clear')}
        </Button>
        <Button small shortcut="shift+a" disabled={!selection.canBatch} onClick={selection.openBatch}>
          {t('batch.open')}
        </Button>
      </span>
      {!selection.canBatch && <p className="w-full">{t('batch.rule')}</p>}
    </div>
  );
}
