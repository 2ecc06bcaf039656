import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { doctorQuery } from '../../doctor/doctor-query.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { HoverLabel } from '../../ui/floating/hover-label.tsx';
import { AccountMenu } from './account-menu.tsx';
import { NAVIGATION, type ScreenId } from './navigation-items.ts';
import { ScreenLink } from './screen-link.tsx';
import { useMediaQuery } from '../../ui/display/use-media-query.ts';

/** The side menu: names beside the icons on a wide screen, only icons on a narrower one. */
export function SideMenu(props: { readonly waiting: number }): ReactNode {
  const t = useShellTexts();
  const isWide = useMediaQuery(WIDE);
  const link = (screen: ScreenId, mark?: ReactNode) => {
    const content = (
      <ScreenLink
        key={screen}
        shape={isWide ? 'side' : 'icon'}
        screen={screen}
        waiting={screen === 'inbox' ? props.waiting : undefined}
        mark={mark}
      />
    );
    return isWide ? (
      content
    ) : (
      <HoverLabel key={screen} text={t(`nav.${screen}`)}>
        {content}
      </HoverLabel>
    );
  };
  return (
    <header className="hidden w-14 shrink-0 flex-col gap-3 border-r border-line bg-page p-2 md:flex wide:w-52">
      <p className="flex items-center gap-2.5 px-2 pt-1.5 text-section font-semibold tracking-tight max-wide:justify-center max-wide:px-0">
        <img src="/favicon.svg" alt="" className="size-6" />
        <span className="max-wide:sr-only">{t('app.name')}</span>
      </p>
      <nav
        aria-label={t('nav.label')}
        className="-mx-2 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-2 [@media(max-height:800px)]:gap-1.5"
      >
        {NAVIGATION.map(({ group, items }) => (
          <div
            key={group}
            role="group"
            aria-label={t(group)}
            className="flex flex-col gap-0.5 max-wide:border-t max-wide:border-line max-wide:pt-2"
          >
            <p aria-hidden="true" className="px-2 text-small text-soft max-wide:hidden">
              {t(group)}
            </p>
            {items.map((screen) => link(screen))}
          </div>
        ))}
        <div className="mt-auto flex flex-col gap-0.5">
          {link('doctor', <DoctorDot />)}
          {link('settings')}
        </div>
      </nav>
      <AccountMenu />
    </header>
  );
}

/** The level of the worst finding, once the doctor has been opened. The checks are never started for the dot alone. */
function DoctorDot(): ReactNode {
  const t = useShellTexts();
  const report = useQuery({ ...doctorQuery(useClient()), enabled: false });
  const levels = report.data?.findings.map(({ level }) => level);
  if (levels === undefined) return null;
  const worst = levels.includes('error') ? 'error' : levels.includes('warning') ? 'warning' : 'ok';
  return (
    <span
      className={`ml-auto size-2 rounded-full ${DOTS[worst]} max-wide:absolute max-wide:top-1 max-wide:right-1`}
    >
      <span className="sr-only">{t(`doctor.${worst}`)}</span>
    </span>
  );
}

const DOTS = { error: 'bg-bad', warning: 'bg-warn', ok: 'bg-good' } as const;

/** The width from which the menu displays names; the same as the breakpoint `wide`. */
const WIDE = '(min-width: 68.75rem)';
