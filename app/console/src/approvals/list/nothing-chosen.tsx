import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** Displayed beside the history while no request is open. */
export function NothingChosen(): ReactNode {
  const t = useLazyTexts();
  return (
    <EmptyState icon="history" title={t('pick.title')}>
      {t('pick.text')}
    </EmptyState>
  );
}
