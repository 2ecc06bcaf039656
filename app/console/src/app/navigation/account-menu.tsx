import type { ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useSignOut } from '../../access/use-sign-out.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Menu } from '../../ui/floating/menu.tsx';
import { useKeys } from '../../ui/keys/keys-context.ts';
import { useSettings } from './use-settings.ts';

/** The menu of the signed-in person: settings, keyboard help and signing out. */
export function AccountMenu(): ReactNode {
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
      <Menu
        side="top"
        className="flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-sunken max-wide:justify-center max-wide:px-0"
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
      >
        <span
          aria-hidden="true"
          data-letter={Array.from(user.id)[0]}
          className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent text-small font-semibold text-on-accent uppercase before:content-[attr(data-letter)]"
        />
        <span className="min-w-0 flex-1 truncate max-wide:sr-only">
          {user.id}
          <span className="sr-only">{t('user.menu')}</span>
        </span>
        <Icon name="down" className="size-3.5 text-soft max-wide:hidden" />
      </Menu>
    </div>
  );
}
