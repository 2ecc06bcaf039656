import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState, NEXT_STEP } from '../ui/display/empty-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { useShellTexts, useTexts } from '../i18n/use-texts.ts';
import { notFoundEn } from './not-found.en.ts';
import { notFoundJa } from './not-found.ja.ts';

const TEXTS = { en: notFoundEn, ja: notFoundJa };

/** Displays that an address does not exist, with a link to the inbox. */
export function NotFoundScreen(): ReactNode {
  const shell = useShellTexts();
  const t = useTexts(TEXTS);
  return (
    <Screen title={shell('app.name')}>
      <EmptyState
        icon="search"
        title={t('title')}
        action={
          <Link to="/inbox" className={NEXT_STEP}>
            {t('action')}
          </Link>
        }
      >
        {t('hint')}
      </EmptyState>
    </Screen>
  );
}
