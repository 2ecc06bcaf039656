import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { CrashScreen } from './crash-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RootScreen } from './root-screen.tsx';
import { checkTextSearch, parseTextSearch, writeTextSearch } from './text-search.ts';

/** Makes the router: every screen is a file of its own that is loaded when it is opened. */
export function createConsoleRouter() {
  const root = createRootRoute({
    component: RootScreen,
    notFoundComponent: NotFoundScreen,
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
  // The root shows the sign-in page itself: it needs no session.
  const login = createRoute({ getParentRoute, path: '/login' });
  const inbox = createRoute({
    getParentRoute,
    path: '/inbox',
    component: lazyRouteComponent(() => import('../screens/inbox/inbox-screen.tsx'), 'InboxScreen'),
  });
  const runs = createRoute({
    getParentRoute,
    path: '/runs',
    component: lazyRouteComponent(() => import('../screens/runs/runs-screen.tsx'), 'RunsScreen'),
  });
  const run = createRoute({
    getParentRoute,
    path: '/runs/$runId',
    component: lazyRouteComponent(() => import('../screens/runs/run-screen.tsx'), 'RunScreen'),
  });
  const audit = createRoute({
    getParentRoute,
    path: '/audit',
    component: lazyRouteComponent(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen'),
  });
  const chat = createRoute({
    getParentRoute,
    path: '/chat',
    component: lazyRouteComponent(() => import('../screens/chat/chat-screen.tsx'), 'ChatScreen'),
  });
  const playground = createRoute({
    getParentRoute,
    path: '/playground',
    component: lazyRouteComponent(
      () => import('../screens/playground/playground-screen.tsx'),
      'PlaygroundScreen',
    ),
  });
  const policies = createRoute({
    getParentRoute,
    path: '/policies',
    component: lazyRouteComponent(() => import('../screens/policies/policies-screen.tsx'), 'PoliciesScreen'),
  });
  const tools = createRoute({
    getParentRoute,
    path: '/tools',
    component: lazyRouteComponent(() => import('../screens/tools/tools-screen.tsx'), 'ToolsScreen'),
  });
  const skills = createRoute({
    getParentRoute,
    path: '/skills',
    component: lazyRouteComponent(() => import('../screens/skills/skills-screen.tsx'), 'SkillsScreen'),
  });
  const doctor = createRoute({
    getParentRoute,
    path: '/doctor',
    component: lazyRouteComponent(() => import('../screens/doctor/doctor-screen.tsx'), 'DoctorScreen'),
  });
  return createRouter({
    routeTree: root.addChildren([
      home,
      login,
      inbox,
      runs,
      run,
      audit,
      chat,
      playground,
      policies,
      tools,
      skills,
      doctor,
    ]),
    parseSearch: parseTextSearch,
    stringifySearch: writeTextSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashScreen,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
