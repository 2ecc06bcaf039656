import { Skeleton } from '../ui/display/skeleton.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';

/** The sign-in page. It is loaded only for a person without a session. */
export const LazyLoginScreen = lazyPart(() => import('./login-screen.tsx').then((file) => file.LoginScreen), {
  waiting: <Skeleton rows={3} />,
});
