import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command, commandInTerminal, type Answer } from './command-host.ts';
import { requestPayment } from './request-payment.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sekisho-inbox-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const DOWN = '\u001B[B';
const ENTER = '\r';

const inTerminal = (args: readonly string[], keys: readonly Answer[]) => commandInTerminal(args, keys, place);

describe('the inbox in a terminal', () => {
  it('displays all values of a request before a person approves it', async () => {
    const { approval_id: id } = await requestPayment(join(place, '.sekisho'), 'x'.repeat(3_000));
    const { code, said } = await inTerminal(
      ['inbox'],
      [
        ['1 pending', ENTER],
        ['Your decision', DOWN],
        ['● Deny', DOWN],
        ['● Approve exactly this call', ENTER],
      ],
    );
    expect(code).toBe(0);
    expect(said).toContain('x'.repeat(3_000));
    expect(said).toContain(`No approval request is pending in ${join(place, '.sekisho')}.`);
    const { said: log } = await command(['logs', '--json'], { cwd: place, home: place });
    expect(log).toContain(`"approval.approved"`);
    expect(log).toContain(id);
  });

  it('denies in Japanese, with a reason', async () => {
    await requestPayment(join(place, '.sekisho'));
    const { said } = await inTerminal(
      ['inbox', '--lang', 'ja'],
      [
        ['保留中 1 件', ENTER],
        ['判断', DOWN],
        ['● 拒否する', ENTER],
        ['モデルに伝える理由', 'no'],
        ['no', ENTER],
      ],
    );
    expect(said).toContain('記録しました');
    const { said: log } = await command(['logs', '--json'], { cwd: place, home: place });
    expect(log).toMatch(/"approval\.denied".*"comment":"no"/);
  });

  it('does not approve when the question is answered with Enter', async () => {
    const { approval_id: id } = await requestPayment(join(place, '.sekisho'));
    expect(await inTerminal(['approve', id], [['Approve exactly this call?', ENTER]])).toMatchObject({
      code: 1,
    });
    expect((await command(['inbox', '--json'], { cwd: place, home: place })).said).toContain(id);
  });
});
