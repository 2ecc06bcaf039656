import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { CrashScreen } from './crash-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { RootScreen } from './root-screen.tsx';
import {
  checkTextSearch,
  parseTextSearch,
  writeTextSearch,
  type TextSearch,
} from '../ui/format/text-search.ts';

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
  const inbox = createRoute({
    getParentRoute,
    path: '/inbox',
    ...lazyScreen(
      () => import('../approvals/inbox-screen.tsx').then((file) => file.InboxScreen),
      redirectInboxQuery,
    ),
  });
  // A request is a child of its list, so that the list stays mounted while requests are opened.
  const request = createRoute({ getParentRoute: () => inbox, path: '$approvalId' });
  const group = createRoute({ getParentRoute: () => inbox, path: 'groups/$groupKey' });
  const history = createRoute({
    getParentRoute,
    path: '/inbox/history',
    ...lazyScreen(() => import('../approvals/history-screen.tsx').then((file) => file.HistoryScreen)),
  });
  const decided = createRoute({ getParentRoute: () => history, path: '$approvalId' });
  const record = createRoute({
    getParentRoute,
    path: '/history/$approvalId',
    ...lazyScreen(() =>
      import('../approvals/record/decision-record-screen.tsx').then((file) => file.DecisionRecordScreen),
    ),
  });
  const allDecided = createRoute({
    getParentRoute,
    path: '/history',
    beforeLoad: () => {
      throw redirect({ to: '/inbox/history', replace: true });
    },
  });
  const permissions = createRoute({
    getParentRoute,
    path: '/policies/permissions',
    ...lazyScreen(() => import('../approvals/permissions-screen.tsx').then((file) => file.PermissionsScreen)),
  });
  const cases = createRoute({
    getParentRoute,
    path: '/chat/cases',
    ...lazyScreen(() => import('../processes/cases/cases-screen.tsx').then((file) => file.CasesScreen)),
  });
  const oneCase = createRoute({ getParentRoute: () => cases, path: '$caseId' });
  const templates = createRoute({
    getParentRoute,
    path: '/chat/templates',
    ...lazyScreen(() =>
      import('../processes/templates/templates-screen.tsx').then((file) => file.TemplatesScreen),
    ),
  });
  const dashboard = createRoute({
    getParentRoute,
    path: '/dashboard',
    ...lazyScreen(() => import('../dashboard/dashboard-screen.tsx').then((file) => file.DashboardScreen)),
  });
  const runs = createRoute({
    getParentRoute,
    path: '/runs',
    ...lazyScreen(() => import('../runs/runs-screen.tsx').then((file) => file.RunsScreen)),
  });
  const run = createRoute({
    getParentRoute,
    path: '/runs/$runId',
    ...lazyScreen(() => import('../runs/run-screen.tsx').then((file) => file.RunScreen)),
  });
  const audit = createRoute({
    getParentRoute,
    path: '/audit',
    ...lazyScreen(() => import('../audit/audit-screen.tsx').then((file) => file.AuditScreen)),
  });
  const chat = createRoute({
    getParentRoute,
    path: '/chat',
    ...lazyScreen(() => import('../chat/chat-screen.tsx').then((file) => file.ChatScreen), redirectChatQuery),
  });
  const playground = createRoute({
    getParentRoute,
    path: '/playground',
    ...lazyScreen(() =>
      import('../runs/playground/playground-screen.tsx').then((file) => file.PlaygroundScreen),
    ),
  });
  const policies = createRoute({
    getParentRoute,
    path: '/policies',
    ...lazyScreen(() => import('../policies/policies-screen.tsx').then((file) => file.PoliciesScreen)),
  });
  const stops = createRoute({
    getParentRoute,
    path: '/stops',
    ...lazyScreen(() => import('../policies/stops/stops-screen.tsx').then((file) => file.StopsScreen)),
  });
  const tools = createRoute({
    getParentRoute,
    path: '/tools',
    ...lazyScreen(() => import('../policies/tools/tools-screen.tsx').then((file) => file.ToolsScreen)),
  });
  const skills = createRoute({
    getParentRoute,
    path: '/skills',
    ...lazyScreen(() => import('../policies/skills/skills-screen.tsx').then((file) => file.SkillsScreen)),
  });
  const doctor = createRoute({
    getParentRoute,
    path: '/doctor',
    ...lazyScreen(() => import('../doctor/doctor-screen.tsx').then((file) => file.DoctorScreen)),
  });
  const settings = createRoute({
    getParentRoute,
    path: '/settings',
    ...lazyScreen(() => import('../settings/settings-screen.tsx').then((file) => file.SettingsScreen)),
  });
  return createRouter({
    routeTree: root.addChildren([
      home,
      login,
      inbox.addChildren([request, group]),
      history.addChildren([decided]),
      record,
      allDecided,
      permissions,
      cases.addChildren([oneCase]),
      templates,
      dashboard,
      runs,
      run,
      audit,
      chat,
      playground,
      policies,
      stops,
      tools,
      skills,
      doctor,
      settings,
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
