import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import { SCREEN_IDS, SCREENS } from './navigation-items.ts';

/** Registers the shortcuts `G` and a letter, which open another screen. */
export function GoToKeys(): ReactNode {
  const t = useShellTexts();
  const navigate = useNavigate();
  useShortcuts(
    useMemo(
      () =>
        SCREEN_IDS.map((id) => ({
          keys: `g ${SCREENS[id].letter}`,
          label: t('keys.go', { screen: t(`nav.${id}`) }),
          run: () => void navigate({ to: SCREENS[id].path }),
        })),
      [t, navigate],
    ),
  );
  return null;
}
