import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { RootScreen } from './root-screen.tsx';
import {
  checkTextSearch,
  parseTextSearch,
  writeTextSearch,
  type TextSearch,
} from '../ui/format/text-search.ts';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { useScreenName } from './navigation/use-screen.ts';

const NotFoundScreen = lazyPart(() => import('./not-found-screen.tsx').then((file) => file.NotFoundScreen));

/** Creates the router. Each screen is a separate file that is loaded when it is opened. */
export function createConsoleRouter() {
  const root = createRootRoute({
    component: RootScreen,
    notFoundComponent: () => <NotFoundScreen />,
    validateSearch: checkTextSearch,
  });
  const getParentRoute = () => root;
  const home = createRoute({
    getParentRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/inbox', replace: true });
    },
  });
  // The root displays the sign-in page itself, because that page needs no session.
  const login = createRoute({ getParentRoute, path: '/login' });
  const screen = <Path extends string>(
    path: Path,
    load: () => Promise<ComponentType>,
    redirectOld?: (search: TextSearch) => void,
  ) => createRoute({ getParentRoute, path, ...lazyScreen(load, redirectOld) });
  const inbox = screen(
    '/inbox',
    () => import('../approvals/inbox-screen.tsx').then((file) => file.InboxScreen),
    redirectInboxQuery,
  );
  // A request is a child of its list, so that the list stays mounted while requests are opened.
  const request = createRoute({ getParentRoute: () => inbox, path: '$approvalId' });
  const group = createRoute({ getParentRoute: () => inbox, path: 'groups/$groupKey' });
  const history = screen('/inbox/history', () =>
    import('../approvals/history-screen.tsx').then((file) => file.HistoryScreen),
  );
  const decided = createRoute({ getParentRoute: () => history, path: '$approvalId' });
  const allDecided = createRoute({
    getParentRoute,
    path: '/history',
    beforeLoad: () => {
      throw redirect({ to: '/inbox/history', replace: true });
    },
  });
  const cases = screen('/chat/cases', () =>
    import('../processes/cases/cases-screen.tsx').then((file) => file.CasesScreen),
  );
  const oneCase = createRoute({ getParentRoute: () => cases, path: '$caseId' });
  const others = [
    screen('/history/$approvalId', () =>
      import('../approvals/record/decision-record-screen.tsx').then((file) => file.DecisionRecordScreen),
    ),
    screen('/policies/permissions', () =>
      import('../approvals/permissions-screen.tsx').then((file) => file.PermissionsScreen),
    ),
    screen('/chat/cases/holidays', () =>
      import('../processes/cases/holidays-screen.tsx').then((file) => file.HolidaysScreen),
    ),
    screen('/chat/templates', () =>
      import('../processes/templates/templates-screen.tsx').then((file) => file.TemplatesScreen),
    ),
    screen('/dashboard', () =>
      import('../dashboard/dashboard-screen.tsx').then((file) => file.DashboardScreen),
    ),
    screen('/runs', () => import('../runs/runs-screen.tsx').then((file) => file.RunsScreen)),
    screen('/runs/compare', () => import('../runs/compare-screen.tsx').then((file) => file.CompareScreen)),
    screen('/runs/$runId', () => import('../runs/run-screen.tsx').then((file) => file.RunScreen)),
    screen('/audit', () => import('../audit/audit-screen.tsx').then((file) => file.AuditScreen)),
    screen(
      '/chat',
      () => import('../chat/chat-screen.tsx').then((file) => file.ChatScreen),
      redirectChatQuery,
    ),
    screen('/playground', () =>
      import('../runs/playground/playground-screen.tsx').then((file) => file.PlaygroundScreen),
    ),
    screen('/policies', () => import('../policies/policies-screen.tsx').then((file) => file.PoliciesScreen)),
    screen('/stops', () => import('../policies/stops/stops-screen.tsx').then((file) => file.StopsScreen)),
    screen('/tools', () => import('../policies/tools/tools-screen.tsx').then((file) => file.ToolsScreen)),
    screen('/skills', () => import('../policies/skills/skills-screen.tsx').then((file) => file.SkillsScreen)),
    screen('/doctor', () => import('../doctor/doctor-screen.tsx').then((file) => file.DoctorScreen)),
    screen('/settings', () => import('../settings/settings-screen.tsx').then((file) => file.SettingsScreen)),
  ] as const;
  return createRouter({
    routeTree: root.addChildren([
      home,
      login,
      inbox.addChildren([request, group]),
      history.addChildren([decided]),
      allDecided,
      cases.addChildren([oneCase]),
      ...others,
    ]),
    parseSearch: parseTextSearch,
    stringifySearch: writeTextSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashScreen,
  });
}

// Earlier versions stored the view and the open item in the query.
function redirectInboxQuery({ tab, id, ...search }: TextSearch): void {
  if (tab === 'grants') throw redirect({ to: '/policies/permissions', replace: true });
  if (id !== undefined) {
    const to = tab === 'history' ? '/inbox/history/$approvalId' : '/inbox/$approvalId';
    throw redirect({ to, params: { approvalId: id }, search, replace: true });
  }
  if (tab === 'history') throw redirect({ to: '/inbox/history', search, replace: true });
}

function redirectChatQuery({ tab, case: caseId, ...search }: TextSearch): void {
  if (tab === 'cases' && caseId !== undefined)
    throw redirect({ to: '/chat/cases/$caseId', params: { caseId }, search, replace: true });
  if (tab === 'cases') throw redirect({ to: '/chat/cases', search, replace: true });
  if (tab === 'templates') throw redirect({ to: '/chat/templates', search, replace: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

/**
 * Creates the component of a route. Loading starts when the route is matched, and the layout is displayed meanwhile.
 * The router's own lazy loading displays nothing until the screen is loaded, and reloads the page when it is missing.
 */
function lazyScreen(
  load: () => Promise<ComponentType>,
  /** Throws a redirect for addresses that have changed. */
  redirectOld?: (search: TextSearch) => void,
) {
  const Part = lazyPart(load, { waiting: <LoadingScreen />, problem: CrashScreen });
  return {
    component: () => <Part />,
    beforeLoad: (match: { readonly search: TextSearch }) => {
      redirectOld?.(match.search);
      void Part.preload();
    },
  };
}

/** Replaces a screen while it is loaded. Displays its name, which is already known. */
function LoadingScreen(): ReactNode {
  return (
    <Screen title={useScreenName()}>
      <Skeleton />
    </Screen>
  );
}
