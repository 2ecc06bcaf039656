import type { ReactNode } from 'react';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { useScreenName } from './navigation/use-screen.ts';

/** Replaces a screen while it is loaded. Displays its name, which is already known. */
export function LoadingScreen(): ReactNode {
  return (
    <Screen title={useScreenName()}>
      <Skeleton />
    </Screen>
  );
}
