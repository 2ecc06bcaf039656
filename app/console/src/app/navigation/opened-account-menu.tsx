import type { ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useSignOut } from '../../access/use-sign-out.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { OpenedMenu } from '../../ui/floating/opened-menu.tsx';
import { useKeys } from '../../ui/keys/keys-context.ts';
import type { AccountButton } from './account-menu.tsx';
import { useSettings } from './use-settings.ts';

/** The menu of the signed-in person: settings, keyboard help and signing out. */
export function OpenedAccountMenu(button: AccountButton): ReactNode {
  const t = useShellTexts();
  const { user, mode } = useSession();
  const settings = useSettings();
  const signOut = useSignOut();
  const keys = useKeys();
  return (
    <div className="flex flex-col gap-1">
      {signOut.problem !== undefined && (
        <p role="alert" className="text-small text-bad">
          {signOut.problem}
        </p>
      )}
      <OpenedMenu
        {...button}
        side="top"
        heading={
          <p className="flex items-center justify-between gap-3 border-b border-line px-2 pt-1 pb-2 text-small text-soft">
            {t(`role.${user.role}`)}
            {mode === 'mock' && (
              <Badge tone="info" title={t('mode.simulator.hint')}>
                {t('mode.simulator')}
              </Badge>
            )}
          </p>
        }
        sections={[
          ...settings.map((setting) => ({ ...setting, kind: 'nested' as const })),
          {
            kind: 'actions',
            items: [
              { label: t('palette.title'), icon: 'search', shortcut: 'mod+k', onSelect: keys.openPalette },
              { label: t('keys.title'), icon: 'keyboard', shortcut: '?', onSelect: keys.showHelp },
              { label: t('user.signOut'), icon: 'leave', onSelect: signOut.start },
            ],
          },
        ]}
      />
    </div>
  );
}
