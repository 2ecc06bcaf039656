import { isLanguage, type Language } from '../i18n/language.ts';

/** The themes that a person can choose. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** One theme. */
type Theme = (typeof THEMES)[number];

/** What a person has set for this browser. */
export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  /** Shortcuts of one letter; off for people whose software types letters (WCAG 2.1.4). */
  readonly singleKeys: boolean;
}

/** Where preferences are kept, as in `localStorage`. */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Reads the preferences: the address says first, then what was stored, then what the browser speaks. */
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

/** Stores the preferences. A browser that refuses to store keeps them for this visit only. */
export function writePreferences(storage: PreferenceStorage, preferences: Preferences): void {
  try {
    storage.setItem(`${PREFIX}language`, preferences.language);
    storage.setItem(`${PREFIX}theme`, preferences.theme);
    storage.setItem(`${PREFIX}singleKeys`, preferences.singleKeys ? 'on' : 'off');
  } catch {
    // Private windows and full disks refuse; the choice still holds on the screen.
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
