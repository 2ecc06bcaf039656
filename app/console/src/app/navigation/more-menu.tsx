import type { ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useSignOut } from '../../access/use-sign-out.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { PHONE_SCREENS, SCREEN_IDS, type ScreenId } from './navigation-items.ts';
import { ScreenLink } from './screen-link.tsx';
import { useSettings } from './use-settings.ts';

/** The screens that do not fit into the bar of a phone, and the settings. */
export function MoreMenu(props: { readonly onClose: () => void }): ReactNode {
  const t = useShellTexts();
  const { user, mode } = useSession();
  const settings = useSettings();
  const signOut = useSignOut();
  const inBar: readonly ScreenId[] = PHONE_SCREENS;
  return (
    <Dialog title={t('nav.more')} onClose={props.onClose}>
      <nav aria-label={t('nav.more')} className="mb-4 grid grid-cols-2 gap-1">
        {SCREEN_IDS.filter((screen) => !inBar.includes(screen)).map((screen) => (
          <ScreenLink key={screen} shape="side" screen={screen} onClick={props.onClose} />
        ))}
      </nav>
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        {settings.map((setting) => (
          <Select key={setting.label} {...setting} isNamed className="min-h-11 w-full" />
        ))}
      </div>
      <div className="mt-4 flex items-center justify-between gap-3 border-t border-line pt-4">
        <p className="min-w-0">
          <span className="block truncate font-semibold">{user.id}</span>
          <span className="block text-small text-soft">
            {t(`role.${user.role}`)}
            {mode === 'mock' && ` · ${t('mode.simulator')}`}
          </span>
        </p>
        <Button busy={signOut.isPending} onClick={signOut.start}>
          {t('user.signOut')}
        </Button>
      </div>
      {signOut.problem !== undefined && (
        <p role="alert" className="mt-2 text-bad">
          {signOut.problem}
        </p>
      )}
    </Dialog>
  );
}
