import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { useShellWords } from '../i18n/use-words.ts';

/** What stands in the place of a screen that threw, while the rest of the console goes on. */
export function CrashScreen({ error, reset }: ErrorComponentProps): ReactNode {
  return <ErrorState error={error} title={useShellWords()('state.crash')} onRetry={reset} />;
}
