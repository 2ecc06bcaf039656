import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/controls/button.tsx';
import type { Session } from './session-state.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Signs a person in: at the identity provider of the organization, if there is one, or with a token. */
export function SignInForm(props: {
  /** The sign-in at the identity provider opens a new tab, so that this page stays as it is. */
  readonly inNewTab?: boolean;
  /** A token from a link that the person has to confirm. */
  readonly offered?: string;
  readonly login: ReturnType<typeof useSignIn>;
}): ReactNode {
  const t = useTexts(TEXTS);
  const client = useClient();
  const methods = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: () => readResponse(client.api['sign-in-methods'].$get()),
    staleTime: Infinity,
  });
  const here = useRouterState({ select: (state) => state.location });
  const returnTo = here.pathname === '/login' ? '/inbox' : here.href;
  const oidc = methods.data?.oidc;
  return (
    <div className="flex flex-col gap-5">
      {oidc && (
        <p className="flex flex-col gap-2">
          <a
            href={`${oidc.login_url}?${new URLSearchParams({ return_to: returnTo })}`}
            {...(props.inNewTab === true ? { target: '_blank', rel: 'noopener' } : {})}
            className="flex min-h-11 items-center justify-center rounded-md bg-accent px-4 font-semibold text-on-accent hover:brightness-110"
          >
            {t('login.sso', { name: oidc.name })}
          </a>
          {props.inNewTab === true && <span className="text-small text-soft">{t('login.sso.tab')}</span>}
        </p>
      )}
      {methods.data?.token !== false && <TokenForm key={props.offered} {...props} isSecond={Boolean(oidc)} />}
    </div>
  );
}

function TokenForm(props: {
  readonly isSecond: boolean;
  readonly offered?: string;
  readonly login: ReturnType<typeof useSignIn>;
}): ReactNode {
  const t = useTexts(TEXTS);
  const explain = useExplainLogin();
  const field = useId();
  const [token, setToken] = useState(props.offered ?? '');
  const { login } = props;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (token.trim() !== '') login.mutate(token.trim());
      }}
    >
      {props.isSecond && <hr className="border-line" />}
      {props.offered === undefined && <p className="text-soft">{t('login.intro')}</p>}
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
      <Button type="submit" tone={props.isSecond ? 'plain' : 'primary'} busy={login.isPending}>
        {t(login.isPending ? 'login.working' : 'login.submit')}
      </Button>
    </form>
  );
}

/** Returns the mutation that signs in with a token. */
export function useSignIn(onSignedIn: (session: Session) => void) {
  const client = useClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (token: string) => readResponse(client.api.session.$post({ json: { token } })),
    onSuccess: onSignedIn,
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
