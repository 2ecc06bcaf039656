import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecret, SekishoError } from '@sekisho/engine';
import { z } from 'zod';
import { type Invocation, UsageError } from './command.ts';

const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const MIN_LENGTH = 8;
const sealedSchema = z.object({ salt: z.string(), nonce: z.string(), sealed: z.string(), tag: z.string() });

const keyFile = (folder: string) => join(folder, 'key');
const lockedFile = (folder: string) => join(folder, 'key.locked');

/** Returns the secrets of a store whose key is locked, after asking for the passphrase. Undefined for every other store. */
export async function unlockSecret(call: Invocation, folder: string) {
  if (!existsSync(lockedFile(folder)) || (call.host.env['SEKISHO_SECRET'] ?? '') !== '') return undefined;
  return loadSecret(keyFile(folder), openKey(folder, await askPassphrase(call, 'current')));
}

/** Replaces the key of a store by one that only the passphrase opens. No program without it can approve or open the store. */
export async function lockKey(call: Invocation, folder: string): Promise<void> {
  if (existsSync(lockedFile(folder)))
    throw new SekishoError('AGENTS-E-INPUT-INVALID', `The key in ${folder} is locked already.`);
  if (!existsSync(keyFile(folder)))
    throw new SekishoError('AGENTS-E-INPUT-INVALID', `There is no key in ${folder}. Run: sekisho init`);
  const passphrase = await askPassphrase(call, 'new');
  if (passphrase !== (await askPassphrase(call, 'again')))
    throw new SekishoError('AGENTS-E-INPUT-INVALID', 'The two passphrases differ. Nothing was changed.');
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, COST), nonce);
  const sealed = Buffer.concat([cipher.update(readFileSync(keyFile(folder))), cipher.final()]);
  const parts = { salt, nonce, sealed, tag: cipher.getAuthTag() };
  const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')] as const);
  writeFileSync(lockedFile(folder), JSON.stringify(Object.fromEntries(texts)), { mode: 0o600, flush: true });
  rmSync(keyFile(folder));
}

/** Writes the key of a store back to its file. */
export async function unlockKey(call: Invocation, folder: string): Promise<void> {
  if (!existsSync(lockedFile(folder)))
    throw new SekishoError('AGENTS-E-INPUT-INVALID', `The key in ${folder} is not locked.`);
  const key = openKey(folder, await askPassphrase(call, 'current'));
  writeFileSync(keyFile(folder), key, { mode: 0o600, flush: true });
  rmSync(lockedFile(folder));
}

function openKey(folder: string, passphrase: string): string {
  const text = sealedSchema.parse(JSON.parse(readFileSync(lockedFile(folder), 'utf8')));
  const bytes = (name: keyof typeof text) => Buffer.from(text[name], 'base64url');
  const key = scryptSync(passphrase, bytes('salt'), 32, COST);
  const cipher = createDecipheriv('aes-256-gcm', key, bytes('nonce'), { authTagLength: 16 }).setAuthTag(
    bytes('tag'),
  );
  try {
    return Buffer.concat([cipher.update(bytes('sealed')), cipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SekishoError('AGENTS-E-INPUT-INVALID', 'The passphrase is not right.', { cause });
  }
}

const QUESTIONS = {
  current: { en: 'Passphrase of the key', ja: '鍵のパスフレーズ' },
  new: {
    en: `New passphrase, at least ${MIN_LENGTH} characters`,
    ja: `新しいパスフレーズ（${MIN_LENGTH} 文字以上）`,
  },
  again: { en: 'The same passphrase again', ja: '同じパスフレーズをもう一度' },
} as const;

/** Asks in a terminal only: what a program can pass, an agent can pass too. */
async function askPassphrase(call: Invocation, which: keyof typeof QUESTIONS): Promise<string> {
  const { terminal } = call.host;
  if (!terminal)
    throw new UsageError(
      {
        en: 'The passphrase of the key can only be entered in a terminal. Run the command there.',
        ja: '鍵のパスフレーズは端末でしか入力できません。端末で実行してください。',
      }[call.language],
    );
  const prompts = await import('@clack/prompts');
  const answer = await prompts.password({
    ...terminal,
    message: QUESTIONS[which][call.language],
    validate: (value) =>
      which === 'new' && (value ?? '').length < MIN_LENGTH ? QUESTIONS.new[call.language] : undefined,
  });
  if (typeof answer === 'string') return answer;
  throw new UsageError(
    { en: 'No passphrase was entered.', ja: 'パスフレーズが入力されませんでした。' }[call.language],
  );
}
