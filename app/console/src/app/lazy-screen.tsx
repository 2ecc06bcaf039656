import type { ComponentType } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { WaitingScreen } from './waiting-screen.tsx';

/**
 * A screen as a route takes it: fetched as soon as the route is wanted, and drawn around it meanwhile. Not the router's
 * own way, which shows nothing until the screen is there, and reloads the page when it is missing.
 */
export function lazyScreen(load: () => Promise<ComponentType>) {
  const Part = lazyPart(load, { waiting: <WaitingScreen />, problem: CrashScreen });
  return { component: () => <Part />, beforeLoad: () => void Part.preload() };
}
