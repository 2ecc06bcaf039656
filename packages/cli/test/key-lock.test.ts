import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command, commandInTerminal } from './command-host.ts';
import { requestPayment } from './request-payment.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sekisho-lock-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const sekisho = (...args: string[]) => command(args, { cwd: place, home: place });
const typed = (args: readonly string[], ...passphrases: string[]) =>
  commandInTerminal(
    args,
    passphrases.map((text) => ['assphrase', `${text}\r`] as const),
    place,
  );

describe('a locked key', () => {
  it('refuses approvals without the passphrase, and keeps the store', async () => {
    const folder = join(place, '.sekisho');
    const { approval_id: id } = await requestPayment(folder);
    const shown = await sekisho('show', id, '--json');
    const displayed: string = JSON.parse(shown.said).display_digest;
    expect(await typed(['lock'], 'correct horse', 'another horse')).toMatchObject({ code: 1 });
    expect(existsSync(join(folder, 'key'))).toBe(true);
    expect(await typed(['lock'], 'correct horse', 'correct horse')).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).not.toContain('key');
    // A program that runs as the user has no terminal, or does not know the passphrase.
    expect(await sekisho('approve', id, '--displayed', displayed)).toMatchObject({ code: 2 });
    expect(await typed(['approve', id, '--displayed', displayed], 'wrong')).toMatchObject({ code: 1 });
    await expect(requestPayment(folder, 'second')).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    expect((await typed(['inbox', '--list'], 'correct horse')).said).toContain(id);
    expect(await typed(['approve', id, '--displayed', displayed], 'correct horse')).toMatchObject({
      code: 0,
    });
    expect(await typed(['verify'], 'correct horse')).toMatchObject({ code: 0 });
    expect(await typed(['unlock'], 'correct horse')).toMatchObject({ code: 0 });
    expect(await sekisho('verify')).toMatchObject({ code: 0 });
  });
});
