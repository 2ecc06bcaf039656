import type { ReactNode } from 'react';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { AccountPanel } from './account-panel.tsx';
import { NAVIGATION, PHONE_SCREENS, type ScreenId } from './navigation-items.ts';
import { ScreenLink } from './screen-link.tsx';

/** The screens that do not fit into the bar of a phone, and the settings. */
export function MoreMenu(props: { readonly onClose: () => void }): ReactNode {
  const t = useShellTexts();
  const inBar: readonly ScreenId[] = PHONE_SCREENS;
  const screens = NAVIGATION.flatMap((group): readonly ScreenId[] => group.items).filter(
    (screen) => !inBar.includes(screen),
  );
  return (
    <Dialog title={t('nav.more')} onClose={props.onClose}>
      <div className="mb-4 grid grid-cols-2 gap-1">
        {screens.map((screen) => (
          <ScreenLink key={screen} shape="side" screen={screen} onClick={props.onClose} />
        ))}
      </div>
      <AccountPanel />
    </Dialog>
  );
}
