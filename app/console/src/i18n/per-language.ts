import type { Language } from './language.ts';

/** Makes something once for each language, when it is first needed: a formatter costs far more to make than to use. */
export function perLanguage<Made>(make: (language: Language) => Made): (language: Language) => Made {
  const made = new Map<Language, Made>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}
