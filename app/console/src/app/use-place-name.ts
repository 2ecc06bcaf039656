import { useRouterState } from '@tanstack/react-router';
import { useShellWords } from '../i18n/use-words.ts';
import { NAVIGATION, type Place } from './navigation-items.ts';

/** Returns the name of the current screen as in the menu, or the name of the console for an unknown address. */
export function usePlaceName(): string {
  const say = useShellWords();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const first = path.split('/')[1] ?? '';
  const place = NAVIGATION.flatMap((group): readonly Place[] => group.items).find((name) => name === first);
  return place === undefined ? say('app.name') : say(`nav.${place}`);
}
