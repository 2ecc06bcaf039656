import { LANGUAGES } from '../../i18n/language.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DENSITIES, THEMES, type Preferences } from '../../preferences/preferences.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { settingsEn } from './settings.en.ts';
import { settingsJa } from './settings.ja.ts';

/** One setting of the browser: a choice of one value. */
export interface Setting {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** Returns the settings of this browser. */
export function useSettings(): readonly Setting[] {
  const t = useTexts(TEXTS);
  const preferences = usePreferences();
  const onOff = (
    name: 'keys' | 'advance',
    isOn: boolean,
    changes: (isOn: boolean) => Partial<Preferences>,
  ): Setting => ({
    label: t(name),
    value: isOn ? 'on' : 'off',
    options: [
      { value: 'on', label: t('on') },
      { value: 'off', label: t('off') },
    ],
    onChange: (value) => preferences.change(changes(value === 'on')),
  });
  return [
    {
      label: t('language'),
      value: preferences.language,
      options: LANGUAGES.map((value) => ({ value, label: NAMES[value] })),
      onChange: (value) => preferences.change(oneOf(LANGUAGES, value, (language) => ({ language }))),
    },
    {
      label: t('theme'),
      value: preferences.theme,
      options: THEMES.map((value) => ({ value, label: t(`theme.${value}`) })),
      onChange: (value) => preferences.change(oneOf(THEMES, value, (theme) => ({ theme }))),
    },
    {
      label: t('density'),
      value: preferences.density,
      options: DENSITIES.map((value) => ({ value, label: t(`density.${value}`) })),
      onChange: (value) => preferences.change(oneOf(DENSITIES, value, (density) => ({ density }))),
    },
    onOff('advance', preferences.advance, (advance) => ({ advance })),
    onOff('keys', preferences.singleKeys, (singleKeys) => ({ singleKeys })),
  ];
}

function oneOf<Value extends string>(
  known: readonly Value[],
  value: string,
  changes: (value: Value) => Partial<Preferences>,
): Partial<Preferences> {
  const found = known.find((name) => name === value);
  return found === undefined ? {} : changes(found);
}

const NAMES = { ja: '日本語', en: 'English' } as const;
const TEXTS = { en: settingsEn, ja: settingsJa };
