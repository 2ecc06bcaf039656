import type { ReactNode } from 'react';
import { Screen } from '../components/screen.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { usePlaceName } from './use-place-name.ts';

/** Replaces a screen while it is loaded. Displays its name, which is already known. */
export function WaitingScreen(): ReactNode {
  return (
    <Screen title={usePlaceName()}>
      <Skeleton />
    </Screen>
  );
}
