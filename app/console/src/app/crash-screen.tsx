import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { Screen } from '../components/screen.tsx';
import { useShellWords } from '../i18n/use-words.ts';
import { usePlaceName } from './use-place-name.ts';

/** Replaces a screen that threw or could not be loaded. The rest of the console stays usable. */
export function CrashScreen({ error, reset }: ErrorComponentProps): ReactNode {
  const say = useShellWords();
  const name = usePlaceName();
  return (
    <Screen title={name}>
      <ErrorState error={error} title={say('state.crash')} onRetry={reset} />
    </Screen>
  );
}
