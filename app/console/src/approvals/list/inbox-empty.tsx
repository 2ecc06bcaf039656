import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { useLazyTexts } from '../use-lazy-texts.ts';
import { isFiltered, type InboxFilter } from './inbox-filter.ts';

/** Displayed instead of an empty list. */
export function InboxEmpty({ filter }: { readonly filter: InboxFilter }): ReactNode {
  const t = useLazyTexts();
  const navigate = useNavigate();
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon="search"
        title={t('empty.filtered')}
        action={
          <Button onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
            {t('filter.clear')}
          </Button>
        }
      />
    );
  }
  if (filter.isHistory) {
    return (
      <EmptyState icon="history" title={t('empty.history')}>
        {t('empty.history.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="check"
      title={t('empty.title')}
      action={<Button onClick={() => void navigate({ to: '/playground' })}>{t('empty.try')}</Button>}
    >
      {t('empty.text')}
    </EmptyState>
  );
}
