import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { Button } from '../ui/controls/button.tsx';
import { useShellTexts, useTexts } from '../i18n/use-texts.ts';
import { changeSession } from './change-session.ts';
import { fetchSession } from './fetch-session.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';
import { followLink, type LinkSteps } from './follow-link.ts';

/** Signs a person in with the token in the fragment of the address or a pasted token. */
export function LoginScreen(props: { readonly why: 'never' | 'ended' | 'left' }): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  const explain = useExplainLogin();
  const field = useId();
  const [token, setToken] = useState('');
  const [user, setUser] = useState<string>();
  const login = useLogin();
  const { mutate } = login;
  useLink({
    signIn: mutate,
    offer: (offered, signedIn) => {
      setToken(offered);
      setUser(signedIn);
    },
  });

  const ended = props.why === 'ended';
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-5 p-6">
      <p className="flex items-center gap-2.5 text-section font-semibold">
        <img src="/favicon.svg" alt="" className="size-7" />
        {shell('app.name')}
      </p>
      <h1 className="text-headline font-semibold">{t(ended ? 'login.expired.title' : 'login.title')}</h1>
      {props.why === 'left' && <p>{t('login.signedOut')}</p>}
      {user === undefined ? (
        <p className="text-soft">{t(ended ? 'login.expired.intro' : 'login.intro')}</p>
      ) : (
        <p role="status">
          {t('login.other', { user })}{' '}
          <Link to="/inbox" className="font-semibold text-accent underline underline-offset-3">
            {t('login.stay', { user })}
          </Link>
        </p>
      )}
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() !== '') mutate(token.trim());
        }}
      >
        <label htmlFor={field} className="font-semibold">
          {t('login.token')}
        </label>
        <input
          id={field}
          type="password"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.target.value)}
          className="min-h-11 rounded-md border border-edge bg-card px-3 font-mono"
        />
        {login.isError && (
          <p role="alert" className="text-bad">
            {explain(login.error)}
          </p>
        )}
        <Button type="submit" tone="primary" busy={login.isPending}>
          {t(login.isPending ? 'login.working' : 'login.submit')}
        </Button>
      </form>
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
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  return useMutation({
    mutationFn: (token: string) => readResponse(client.api.session.$post({ json: { token } })),
    onSuccess: async (session) => {
      const onLoginPage = router.state.location.pathname === '/login';
      changeSession(queries, { kind: 'in', session });
      if (onLoginPage) await navigate({ to: '/inbox', replace: true });
    },
    // The token is removed from the address bar and the history, even when it was rejected.
    onError: () => navigate({ to: '.', hash: '', replace: true }),
  });
}

function useExplainLogin(): (failure: unknown) => string {
  const t = useTexts(TEXTS);
  const explain = useExplainFailure();
  return (failure) => {
    if (failure instanceof ApiProblem && failure.status === 401) return t('login.wrong');
    if (failure instanceof ApiProblem && failure.status === 429) return t('login.limited');
    return explain(failure);
  };
}

const TEXTS = { en: textsEn, ja: textsJa };
