import { useRouterState } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useShellWords } from '../i18n/use-words.ts';
import { NAVIGATION, type Place } from './navigation-items.ts';

/** Names the screen in the browser's tab, with the number that waits, and moves the focus on a change of screen. */
export function PageTitle(props: { readonly waiting: number }): ReactNode {
  const say = useShellWords();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const first = path.split('/')[1] ?? '';
  const place = NAVIGATION.flatMap((group): readonly Place[] => group.items).find((name) => name === first);
  const name = place === undefined ? say('app.name') : `${say(`nav.${place}`)} · ${say('app.name')}`;
  const title = props.waiting > 0 ? `(${props.waiting}) ${name}` : name;
  const icon = props.waiting > 0 ? '/favicon-pending.svg' : '/favicon.svg';
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
  }, [icon]);
  return <title>{title}</title>;
}
