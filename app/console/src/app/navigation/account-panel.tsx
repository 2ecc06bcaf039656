import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useToast } from '../../ui/display/toasts.ts';
import { LANGUAGES } from '../../i18n/language.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { THEMES } from '../../preferences/preferences.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { changeSession } from '../../access/change-session.ts';
import { useSession } from '../../access/use-session.ts';

/** Displays the signed-in person, the display settings and the sign-out button. */
export function AccountPanel(): ReactNode {
  const t = useShellTexts();
  const { user, mode } = useSession();
  const preferences = usePreferences();
  const signOut = useSignOut();
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-[13px]">
      {mode === 'mock' && (
        <p className="px-1">
          <Badge tone="info" title={t('mode.simulator.hint')}>
            {t('mode.simulator')}
          </Badge>
        </p>
      )}
      <Choice
        label={t('settings.language')}
        value={preferences.language}
        options={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
        onChange={(language) => preferences.change({ language })}
      />
      <Choice
        label={t('settings.theme')}
        value={preferences.theme}
        options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
        onChange={(theme) => preferences.change({ theme })}
      />
      <Choice
        label={t('settings.keys')}
        value={preferences.singleKeys ? 'on' : 'off'}
        options={[
          { value: 'on', label: t('settings.keys.on') },
          { value: 'off', label: t('settings.keys.off') },
        ]}
        onChange={(value) => preferences.change({ singleKeys: value === 'on' })}
      />
      <div className="flex items-center justify-between gap-2 px-1 pt-1">
        <p className="min-w-0">
          <span className="sr-only">{t('user.signedInAs', { name: user.id })}</span>
          <span aria-hidden="true" className="block truncate font-medium">
            {user.id}
          </span>
          <span className="block text-[12px] text-soft">{t(`role.${user.role}`)}</span>
        </p>
        <Button tone="quiet" small busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('user.signOut')}
        </Button>
      </div>
    </div>
  );
}

function Choice<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}): ReactNode {
  const field = useId();
  return (
    <div className="flex items-center justify-between gap-2 px-1">
      <label htmlFor={field} className="text-soft">
        {props.label}
      </label>
      <select
        id={field}
        value={props.value}
        onChange={(event) => {
          const chosen = props.options.find((option) => option.value === event.target.value);
          if (chosen) props.onChange(chosen.value);
        }}
        className="min-h-7 max-w-28 rounded border border-line bg-card px-1"
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function useSignOut() {
  const client = useClient();
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const toast = useToast();
  return useMutation({
    mutationFn: () => client.api.session.$delete(),
    onSuccess: () => changeSession(queries, { kind: 'out', why: 'left' }),
    // A person who leaves a shared machine must know that they are still signed in.
    onError: (failure) => toast({ tone: 'bad', text: explain(failure) }),
  });
}

const NAMES = { ja: '日本語', en: 'English' } as const;
