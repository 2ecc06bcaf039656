import { useRouterState } from '@tanstack/react-router';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { findScreen, type ScreenId } from './navigation-items.ts';

/** Returns the current screen, or undefined for an unknown address. */
export function useScreen(): ScreenId | undefined {
  return useRouterState({ select: (state) => findScreen(state.location.pathname) });
}

/** Returns the name of the current screen as in the menu, or the name of the console for an unknown address. */
export function useScreenName(): string {
  const t = useShellTexts();
  const screen = useScreen();
  return screen === undefined ? t('app.name') : t(`nav.${screen}`);
}
