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
  const rows = [...props.shortcuts, { keys: '?', label: t('keys.help') }];
  return (
    <Dialog title={t('keys.title')} onClose={props.onClose}>
      {!singleKeys && <p className="mb-3 text-soft">{t('keys.off')}</p>}
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
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
    </Dialog>
  );
}
