import { Skeleton } from '../components/skeleton.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';

/** The sign-in page, which a person with a session never needs. */
export const LazyLoginScreen = lazyPart(() => import('./login-screen.tsx').then((file) => file.LoginScreen), {
  waiting: <Skeleton rows={3} />,
});
