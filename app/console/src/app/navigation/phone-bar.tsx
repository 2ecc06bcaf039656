import { useState, type ReactNode } from 'react';
import { Icon } from '../../ui/controls/icon.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { FloatingProblem } from '../../ui/parts/floating-problem.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { PHONE_SCREENS } from './navigation-items.ts';
import { ScreenLink } from './screen-link.tsx';

const MoreMenu = lazyPart(() => import('./more-menu.tsx').then((file) => file.MoreMenu), {
  problem: FloatingProblem,
});

/** The bar at the bottom of the page on a phone. */
export function PhoneBar(props: { readonly waiting: number }): ReactNode {
  const t = useShellTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav
      aria-label={t('nav.label')}
      className="flex shrink-0 border-t border-line bg-card px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {PHONE_SCREENS.map((screen) => (
        <ScreenLink
          key={screen}
          shape="bar"
          screen={screen}
          waiting={screen === 'inbox' ? props.waiting : undefined}
        />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] font-semibold text-soft"
      >
        <Icon name="more" />
        {t('nav.more')}
      </button>
      {isOpen && <MoreMenu onClose={() => setOpen(false)} />}
    </nav>
  );
}
