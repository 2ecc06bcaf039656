import { useState, type ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { MenuButton } from '../../ui/floating/menu.tsx';
import { FloatingProblem } from '../../ui/parts/floating-problem.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';

const OpenedAccountMenu = lazyPart(
  () => import('./opened-account-menu.tsx').then((file) => file.OpenedAccountMenu),
  { waiting: (button: AccountButton) => <MenuButton {...button} />, problem: FloatingProblem },
);

/** The button of the menu of the signed-in person. */
export interface AccountButton {
  readonly className: string;
  readonly children: ReactNode;
}

/** The menu of the signed-in person, which is loaded when it is opened. */
export function AccountMenu(): ReactNode {
  const t = useShellTexts();
  const { user } = useSession();
  const [wasOpened, setOpened] = useState(false);
  const button: AccountButton = {
    className:
      'flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-sunken max-wide:justify-center max-wide:px-0',
    children: (
      <>
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
      </>
    ),
  };
  if (wasOpened) return <OpenedAccountMenu {...button} />;
  return <MenuButton {...button} onOpen={() => setOpened(true)} />;
}
