import type { ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { AccountPanel } from './account-panel.tsx';
import { NAVIGATION } from './navigation-items.ts';
import { ScreenLink } from './screen-link.tsx';

/** The side menu of a wide screen. */
export function SideMenu(props: { readonly waiting: number }): ReactNode {
  const t = useShellTexts();
  return (
    <header className="hidden w-56 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-page p-3 md:flex">
      <p className="flex items-center gap-2.5 px-2 pt-1.5 text-[16px] font-semibold tracking-tight">
        <img src="/favicon.svg" alt="" className="size-6" />
        {t('app.name')}
      </p>
      <nav aria-label={t('nav.label')} className="flex flex-col gap-4">
        {NAVIGATION.map(({ group, items }) => (
          <div key={group} className="flex flex-col gap-0.5">
            <p className="px-2.5 pb-1 text-[12px] text-soft">{t(group)}</p>
            {items.map((screen) => (
              <ScreenLink
                key={screen}
                shape="side"
                screen={screen}
                waiting={screen === 'inbox' ? props.waiting : undefined}
              />
            ))}
          </div>
        ))}
      </nav>
      <div className="mt-auto">
        <AccountPanel />
      </div>
    </header>
  );
}
