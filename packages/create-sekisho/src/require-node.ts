import { createRequire } from 'node:module';
import { languageOf, type Environment } from './language.ts';

/** The manifest of this package, found by its name because the built file is in another folder than the source. */
export const manifestFile = (): string =>
  createRequire(import.meta.url).resolve('create-sekisho/package.json');

/** Returns why this version of Node cannot run what is created here, or nothing. */
export function describeOldNode(version: string, env: Environment): string | undefined {
  const accepted = versionsInsteadOf(version);
  if (accepted === undefined) return undefined;
  return {
    en: `Node ${version} is too old for Sekisho (${accepted}). Install Node 24 and run the command again.`,
    ja: `Node ${version} は Sekisho には古すぎます（${accepted}）。Node 24 をインストールしてから、もう一度実行してください。`,
  }[languageOf(undefined, env)];
}

/** Returns the accepted versions of Node if this one is not accepted. */
export function versionsInsteadOf(version: string): string | undefined {
  const manifest: unknown = createRequire(import.meta.url)(manifestFile());
  const accepted = String(Object(Object(manifest).engines).node);
  return accepted.split(' || ').some((range) => isInRange(version, range)) ? undefined : accepted;
}

/** Understands the two forms of our `engines`: `^22.22.3` and `>=26.0.0`. */
function isInRange(version: string, range: string): boolean {
  const [major = 0, ...rest] = numbersOf(version);
  const [least = 0, ...after] = numbersOf(range);
  if (major !== least) return range.startsWith('>=') && major > least;
  const differing = rest.findIndex((part, index) => part !== after[index]);
  return differing < 0 || (rest[differing] ?? 0) > (after[differing] ?? 0);
}

const numbersOf = (text: string) => text.replace(/^\D+/, '').split('.').map(Number);
