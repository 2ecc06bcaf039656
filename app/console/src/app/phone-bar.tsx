import { useState, type ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { useShellWords } from '../i18n/use-words.ts';
import { FloatingProblem } from '../parts/floating-problem.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { PHONE_PLACES } from './navigation-items.ts';
import { PlaceLink } from './place-link.tsx';

const MoreMenu = lazyPart(() => import('./more-menu.tsx').then((file) => file.MoreMenu), {
  problem: FloatingProblem,
});

/** The bar at the bottom of the page on a phone. */
export function PhoneBar(props: { readonly waiting: number }): ReactNode {
  const say = useShellWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav
      aria-label={say('nav.label')}
      className="flex shrink-0 border-t border-line bg-card px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {PHONE_PLACES.map((place) => (
        <PlaceLink
          key={place}
          shape="bar"
          place={place}
          waiting={place === 'inbox' ? props.waiting : undefined}
        />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] font-medium text-soft"
      >
        <Icon name="more" />
        {say('nav.more')}
      </button>
      {isOpen && <MoreMenu onClose={() => setOpen(false)} />}
    </nav>
  );
}
