import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { useShellTexts } from '../i18n/use-texts.ts';
import { useScreenName } from './navigation/use-screen.ts';

/** Replaces a screen that threw or could not be loaded. The rest of the console stays usable. */
export function CrashScreen({ error, reset }: ErrorComponentProps): ReactNode {
  const t = useShellTexts();
  const name = useScreenName();
  return (
    <Screen title={name}>
      <ErrorState error={error} title={t('state.crash')} onRetry={reset} />
    </Screen>
  );
}
