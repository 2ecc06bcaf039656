import { isLanguage, type Language } from '../i18n/language.ts';

/** The available themes. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** One theme. */
type Theme = (typeof THEMES)[number];

/** The available heights of the rows of a list. */
export const DENSITIES = ['comfortable', 'compact'] as const;

/** One height of rows. */
type Density = (typeof DENSITIES)[number];

/** The settings of a person in this browser. */
export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  readonly density: Density;
  /** Whether the next request opens after a decision. */
  readonly advance: boolean;
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
  const density = read(storage, 'density');
  return {
    language: [asked, stored].find(isLanguage) ?? spoken ?? 'en',
    theme: THEMES.find((name) => name === theme) ?? 'system',
    density: DENSITIES.find((name) => name === density) ?? 'comfortable',
    advance: read(storage, 'advance') !== 'off',
    singleKeys: read(storage, 'singleKeys') !== 'off',
  };
}

/** Stores the preferences. Without storage they last for this visit only. */
export function writePreferences(storage: PreferenceStorage, preferences: Preferences): void {
  try {
    storage.setItem(`${PREFIX}language`, preferences.language);
    storage.setItem(`${PREFIX}theme`, preferences.theme);
    storage.setItem(`${PREFIX}density`, preferences.density);
    storage.setItem(`${PREFIX}advance`, preferences.advance ? 'on' : 'off');
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
