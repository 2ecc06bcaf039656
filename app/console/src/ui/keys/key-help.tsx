import type { ReactNode } from 'react';
import { Dialog } from '../floating/dialog.tsx';
import { Keycap } from '../controls/keycap.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { Shortcut } from './key-layer.ts';

/** The list of the currently active shortcuts. */
export function KeyHelp(props: {
  readonly shortcuts: readonly Shortcut[];
  readonly onClose: () => void;
}): ReactNode {
  const t = useShellTexts();
  const { singleKeys } = usePreferences();
  // The shortcuts of the open screen are needed more often than those that open another one.
  const [goTo, ofScreen] = [true, false].map((isGoTo) =>
    props.shortcuts.filter(({ keys }) => keys.startsWith('g ') === isGoTo),
  );
  const groups = [ofScreen ?? [], goTo ?? []];
  return (
    <Dialog title={t('keys.title')} onClose={props.onClose}>
      {!singleKeys && <p className="mb-3 text-soft">{t('keys.off')}</p>}
      <div className="grid items-start gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map((rows, index) => (
          <dl key={index} className="grid grid-cols-[3.25rem_1fr] items-center gap-x-4 gap-y-2">
            {rows.map(({ keys, label }) => (
              <div key={keys} className="contents">
                <dt className="flex gap-1 justify-self-end">
                  {keys.split(' ').map((key) => (
                    <Keycap key={key} name={key} />
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
    </Dialog>
  );
}
