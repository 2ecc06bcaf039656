import { isLanguage, type Language } from '../i18n/language.ts';

/** The available themes. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** One theme. */
type Theme = (typeof THEMES)[number];

/** The settings of a person in this browser. */
export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether shortcuts of one letter are active; off for people whose software types letters (WCAG 2.1.4). */
  readonly singleKeys: boolean;
}

/** The storage of preferences, as `localStorage`. */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Reads the preferences from the address, then from the storage, then from the languages of the browser. */
export function readPreferences(
  storage: PreferenceStorage,
  browser: { readonly search: string; readonly languages: readonly string[] },
): Preferences {
  const asked = new URLSearchParams(browser.search).get('lang');
  const stored = read(storage, 'language');
  const spoken = browser.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  const theme = read(storage, 'theme');
  return {
    language: [asked, stored].find(isLanguage) ?? spoken ?? 'en',
    theme: THEMES.find((name) => name === theme) ?? 'system',
    singleKeys: read(storage, 'singleKeys') !== 'off',
  };
}

/** Stores the preferences. Without storage they last for this visit only. */
export function writePreferences(storage: PreferenceStorage, preferences: Preferences): void {
  try {
    storage.setItem(`${PREFIX}language`, preferences.language);
    storage.setItem(`${PREFIX}theme`, preferences.theme);
    storage.setItem(`${PREFIX}singleKeys`, preferences.singleKeys ? 'on' : 'off');
  } catch {
    // Private windows and full disks reject the write; the choice still applies to this page.
  }
}

function read(storage: PreferenceStorage, name: string): string | null {
  try {
    return storage.getItem(`${PREFIX}${name}`);
  } catch {
    return null;
  }
}

const PREFIX = 'sekisho.';
