import type { ReactNode } from 'react';
import { OfflineBanner } from './offline-banner.tsx';
import { useShellTexts } from '../i18n/use-texts.ts';
import { KeysProvider } from '../ui/keys/keys-provider.tsx';
import { FloatingProblem } from '../ui/parts/floating-problem.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { GoToKeys } from './navigation/go-to-keys.tsx';
import { PageTitle } from './navigation/page-title.tsx';
import { PhoneBar } from './navigation/phone-bar.tsx';
import { SideMenu } from './navigation/side-menu.tsx';
import { StopBanner } from './stop-banner.tsx';
import { usePendingCount } from './navigation/use-pending-count.ts';

const CommandPalette = lazyPart(
  () => import('./palette/command-palette.tsx').then((file) => file.CommandPalette),
  { problem: FloatingProblem },
);

/** The layout of every screen: a menu at the side, or a bar at the bottom on a phone, and the screen itself. */
export function Layout(props: { readonly children: ReactNode }): ReactNode {
  const t = useShellTexts();
  const waiting = usePendingCount();
  return (
    <KeysProvider
      labels={{ help: t('keys.help'), palette: t('palette.title') }}
      palette={(onClose) => <CommandPalette onClose={onClose} />}
    >
      <a
        href="#main"
        className="sr-only rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {t('app.skip')}
      </a>
      <PageTitle waiting={waiting} />
      <GoToKeys />
      <div className="flex h-dvh flex-col md:flex-row">
        <SideMenu waiting={waiting} />
        <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <OfflineBanner />
          <StopBanner />
          <div className="min-h-0 flex-1 overflow-y-auto">{props.children}</div>
        </main>
        <PhoneBar waiting={waiting} />
      </div>
    </KeysProvider>
  );
}
