import { Outlet, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LiveProvider } from './live-provider.tsx';
import { SessionGate } from '../access/session-gate.tsx';
import { LazyLoginScreen } from '../access/lazy-login-screen.tsx';
import { Layout } from './layout.tsx';

/** Displays the console to a signed-in person, otherwise the sign-in page. */
export function RootScreen(): ReactNode {
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (path === '/login') return <LazyLoginScreen why="never" />;
  return (
    <SessionGate>
      <LiveProvider>
        <Layout>
          <Outlet />
        </Layout>
      </LiveProvider>
    </SessionGate>
  );
}
