import type { ReactNode } from 'react';
import { Screen } from '../components/screen.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { usePlaceName } from './use-place-name.ts';

/** What stands in the place of a screen while it is fetched: its name is known already. */
export function WaitingScreen(): ReactNode {
  return (
    <Screen title={usePlaceName()}>
      <Skeleton />
    </Screen>
  );
}
