import type { ReactNode } from 'react';
import { InboxScreen } from './inbox-screen.tsx';

/** The decided requests, newest first. */
export function HistoryScreen(): ReactNode {
  return <InboxScreen isHistory />;
}
