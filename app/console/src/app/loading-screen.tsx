import type { ReactNode } from 'react';
import { Screen } from '../components/screen.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useScreenName } from './use-screen-name.ts';

/** Replaces a screen while it is loaded. Displays its name, which is already known. */
export function LoadingScreen(): ReactNode {
  return (
    <Screen title={useScreenName()}>
      <Skeleton />
    </Screen>
  );
}
