import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { isKeyOf } from '../i18n/is-key-of.ts';
import { useShellTexts, useTexts } from '../i18n/use-texts.ts';
import { changeSession } from './change-session.ts';
import { fetchSession } from './fetch-session.ts';
import { followLink, type LinkSteps } from './follow-link.ts';
import { SignInForm, useSignIn } from './sign-in-form.tsx';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Signs a person in: at the identity provider, with the token in the fragment of the address, or with a pasted token. */
export function LoginScreen(props: { readonly why: 'never' | 'left' }): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  const [offer, setOffer] = useState<{ readonly token: string; readonly user: string }>();
  const login = useLogin();
  useLink({ signIn: login.mutate, offer: (token, user) => setOffer({ token, user }) });
  // The server returns here when a sign-in at the identity provider failed.
  const problem = `problem.${useSearch({ strict: false })['problem'] ?? ''}`;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-5 p-6">
      <p className="flex items-center gap-2.5 text-section font-semibold">
        <img src="/favicon.svg" alt="" className="size-7" />
        {shell('app.name')}
      </p>
      <h1 className="text-headline font-semibold [overflow-wrap:anywhere]">
        {t('login.title', { host: location.host })}
      </h1>
      {props.why === 'left' && <p>{t('login.signedOut')}</p>}
      {isKeyOf(textsEn, problem) && (
        <p role="alert" className="text-bad">
          {t(problem)}
        </p>
      )}
      {offer && (
        <p role="status">
          {t('login.other', { user: offer.user })}{' '}
          <Link to="/inbox" className="font-semibold text-accent underline underline-offset-3">
            {t('login.stay', { user: offer.user })}
          </Link>
        </p>
      )}
      <SignInForm {...(offer === undefined ? {} : { offered: offer.token })} login={login} />
    </main>
  );
}

function useLink(steps: Pick<LinkSteps, 'signIn' | 'offer'>): void {
  const client = useClient();
  const navigate = useNavigate();
  const hash = useRouterState({ select: (state) => state.location.hash });
  const token = hash.replace(/^#/u, '').replace(/^token=/u, '');
  const started = useRef(false);
  useEffect(() => {
    if (token === '' || started.current) return;
    // A one-time token must be sent once, even when React mounts twice.
    started.current = true;
    void followLink(token, {
      findUser: async () => {
        const state = await fetchSession(client);
        return state.kind === 'in' ? state.session.user.id : undefined;
      },
      signIn: steps.signIn,
      offer: (offered, user) => {
        steps.offer(offered, user);
        void navigate({ to: '.', hash: '', replace: true });
      },
    });
  }, [token, client, navigate, steps]);
}

function useLogin() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  return useSignIn((session) => {
    const onLoginPage = router.state.location.pathname === '/login';
    changeSession(queries, { kind: 'in', session });
    if (onLoginPage) void navigate({ to: '/inbox', replace: true });
  });
}

const TEXTS = { en: textsEn, ja: textsJa };
