import { useEffect, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { useScreenName } from './use-screen.ts';

/** Sets the title of the browser tab: the screen and the number of pending requests. */
export function PageTitle(props: { readonly waiting: number }): ReactNode {
  const t = useShellTexts();
  const screen = useScreenName();
  const app = t('app.name');
  const name = screen === app ? app : `${screen} · ${app}`;
  const title = props.waiting > 0 ? `(${props.waiting}) ${name}` : name;
  const icon = props.waiting > 0 ? '/favicon-pending.svg' : '/favicon.svg';
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
  }, [icon]);
  return <title>{title}</title>;
}
