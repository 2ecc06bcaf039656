import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useShellTexts } from '../i18n/use-texts.ts';
import { KeysProvider } from '../ui/keys/keys-provider.tsx';
import { FloatingProblem } from '../ui/parts/floating-problem.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { SideMenu } from './navigation/side-menu.tsx';
import { useApprovalCounts } from '../approvals/list/use-approval-counts.ts';
import { useScreenName } from './navigation/use-screen.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useShortcuts } from '../ui/keys/use-shortcuts.ts';
import { PHONE_SCREENS, SCREEN_IDS, SCREENS } from './navigation/navigation-items.ts';
import { formatClock } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { useLive } from '../api/live/use-live.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Icon } from '../ui/controls/icon.tsx';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/console-client.ts';
import { stopsQuery } from '../policies/stops/stops-query.ts';
import { ScreenLink } from './navigation/screen-link.tsx';

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

/** Returns the number of pending approval requests. */
const usePendingCount = () => useApprovalCounts()?.pending ?? 0;

/** Sets the title of the browser tab: the screen and the number of pending requests. */
function PageTitle(props: { readonly waiting: number }): ReactNode {
  const t = useShellTexts();
  const screen = useScreenName();
  const app = t('app.name');
  const name = screen === app ? app : `${screen} · ${app}`;
  const title = props.waiting > 0 ? `(${props.waiting}) ${name}` : name;
  const icon = props.waiting > 0 ? '/favicon-pending.svg' : '/favicon.svg';
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
  }, [icon]);
  return <title>{title}</title>;
}

/** Registers the shortcuts `G` and a letter, which open another screen. */
function GoToKeys(): ReactNode {
  const t = useShellTexts();
  const navigate = useNavigate();
  useShortcuts(
    useMemo(
      () =>
        SCREEN_IDS.map((id) => ({
          keys: `g ${SCREENS[id].letter}`,
          label: t('keys.go', { screen: t(`nav.${id}`) }),
          run: () => void navigate({ to: SCREENS[id].path }),
        })),
      [t, navigate],
    ),
  );
  return null;
}

/** Displays that the data on the screen may be outdated, and since when. It ignores short interruptions. */
function OfflineBanner(): ReactNode {
  const t = useShellTexts();
  const { language } = usePreferences();
  const { state, since } = useLive();
  const now = useNow();
  const isLate = state === 'lost' && since !== undefined && now - since > PATIENCE_MS;
  return (
    <div role="status">
      {isLate && (
        <p className="flex items-center gap-2 border-b border-line bg-warn-tint px-4 py-2 text-body text-warn">
          <Icon name="alert" />
          {t('state.offline', { time: formatClock(since, language) })}
        </p>
      )}
    </div>
  );
}

const PATIENCE_MS = 1500;

/** Displays on every screen that calls are stopped. */
function StopBanner(): ReactNode {
  const t = useShellTexts();
  const { data } = useQuery(stopsQuery(useClient()));
  const items = data?.items ?? [];
  const isAll = items.some(({ agent, tool }) => agent === null && tool === null);
  return (
    <div role="status">
      {items.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 border-b border-line bg-bad-tint px-4 py-2 text-body font-semibold text-bad">
          <Icon name="stops" />
          {isAll ? t('stops.all') : t('stops.some', { count: items.length })}
          <Link to="/stops" className="underline underline-offset-3">
            {t('stops.show')}
          </Link>
        </p>
      )}
    </div>
  );
}

const MoreMenu = lazyPart(() => import('./navigation/more-menu.tsx').then((file) => file.MoreMenu), {
  problem: FloatingProblem,
});

/** The bar at the bottom of the page on a phone. */
function PhoneBar(props: { readonly waiting: number }): ReactNode {
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
