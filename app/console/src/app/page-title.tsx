import { useEffect, type ReactNode } from 'react';
import { useShellWords } from '../i18n/use-words.ts';
import { usePlaceName } from './use-place-name.ts';

/** Sets the title of the browser tab: the screen and the number of pending requests. */
export function PageTitle(props: { readonly waiting: number }): ReactNode {
  const say = useShellWords();
  const place = usePlaceName();
  const app = say('app.name');
  const name = place === app ? app : `${place} · ${app}`;
  const title = props.waiting > 0 ? `(${props.waiting}) ${name}` : name;
  const icon = props.waiting > 0 ? '/favicon-pending.svg' : '/favicon.svg';
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
  }, [icon]);
  return <title>{title}</title>;
}
