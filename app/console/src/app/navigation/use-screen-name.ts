import { useRouterState } from '@tanstack/react-router';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { NAVIGATION, type ScreenId } from './navigation-items.ts';

/** Returns the name of the current screen as in the menu, or the name of the console for an unknown address. */
export function useScreenName(): string {
  const t = useShellTexts();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const first = path.split('/')[1] ?? '';
  const screen = NAVIGATION.flatMap((group): readonly ScreenId[] => group.items).find(
    (name) => name === first,
  );
  return screen === undefined ? t('app.name') : t(`nav.${screen}`);
}
