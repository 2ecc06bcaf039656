import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Screen } from '../components/screen.tsx';
import { useShellWords } from '../i18n/use-words.ts';

/** Displays that an address does not exist, with a link to the inbox. */
export function NotFoundScreen(): ReactNode {
  const say = useShellWords();
  return (
    <Screen title={say('app.name')}>
      <EmptyState
        icon="search"
        title={say('app.notFound')}
        action={
          <Link to="/inbox" className="font-medium text-accent underline underline-offset-4">
            {say('app.notFound.action')}
          </Link>
        }
      >
        {say('app.notFound.hint')}
      </EmptyState>
    </Screen>
  );
}
