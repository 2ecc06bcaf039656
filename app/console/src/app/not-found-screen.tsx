import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState, NEXT_STEP } from '../ui/display/empty-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { useShellTexts } from '../i18n/use-texts.ts';

/** Displays that an address does not exist, with a link to the inbox. */
export function NotFoundScreen(): ReactNode {
  const t = useShellTexts();
  return (
    <Screen title={t('app.name')}>
      <EmptyState
        icon="search"
        title={t('app.notFound')}
        action={
          <Link to="/inbox" className={NEXT_STEP}>
            {t('app.notFound.action')}
          </Link>
        }
      >
        {t('app.notFound.hint')}
      </EmptyState>
    </Screen>
  );
}
