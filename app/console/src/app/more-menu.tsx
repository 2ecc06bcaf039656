import type { ReactNode } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { useShellWords } from '../i18n/use-words.ts';
import { AccountPanel } from './account-panel.tsx';
import { NAVIGATION, PHONE_PLACES, type Place } from './navigation-items.ts';
import { PlaceLink } from './place-link.tsx';

/** The screens that do not fit into the bar of a phone, and the settings. */
export function MoreMenu(props: { readonly onClose: () => void }): ReactNode {
  const say = useShellWords();
  const inBar: readonly Place[] = PHONE_PLACES;
  const places = NAVIGATION.flatMap((group): readonly Place[] => group.items).filter(
    (place) => !inBar.includes(place),
  );
  return (
    <Dialog title={say('nav.more')} onClose={props.onClose}>
      <div className="mb-4 grid grid-cols-2 gap-1">
        {places.map((place) => (
          <PlaceLink key={place} shape="side" place={place} onClick={props.onClose} />
        ))}
      </div>
      <AccountPanel />
    </Dialog>
  );
}
