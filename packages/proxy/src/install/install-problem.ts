import type { Language } from '../help.ts';

/** Why a configuration was not edited, in both languages. The command prints it instead of failing with an exception. */
export class InstallProblem extends Error {
  readonly texts: Readonly<Record<Language, string>>;

  constructor(texts: Readonly<Record<Language, string>>) {
    super(texts.en);
    this.name = 'InstallProblem';
    this.texts = texts;
  }
}
