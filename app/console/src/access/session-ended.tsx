import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Dialog } from '../ui/floating/dialog.tsx';
import { continueSession } from './change-session.ts';
import { fetchSession } from './fetch-session.ts';
import { SignInForm, useSignIn } from './sign-in-form.tsx';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Asks for a new sign-in over the page, so that typed text is not lost. A sign-in in another tab is noticed, too. */
export function SessionEnded(): ReactNode {
  const t = useTexts(TEXTS);
  const client = useClient();
  const queries = useQueryClient();
  const login = useSignIn((session) => continueSession(queries, session));
  useEffect(() => {
    const check = async () => {
      const state = await fetchSession(client).catch(() => undefined);
      if (state?.kind === 'in') continueSession(queries, state.session);
    };
    const onFocus = () => void check();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [client, queries]);
  return (
    <Dialog title={t('login.expired.title')} description={t('login.expired.intro')}>
      <SignInForm inNewTab login={login} />
    </Dialog>
  );
}

const TEXTS = { en: textsEn, ja: textsJa };
