import { describe, expect, it } from 'vitest';
import { runProxyCommand } from './run-proxy-command.ts';

/** Runs the command in a locale and returns its exit code and what it printed. */
async function runIn(LANG: string, ...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const host = { print, complain: print, stopped: Promise.resolve(), env: { PATH: '', LANG } };
  return { code: await runProxyCommand(args, host), text: lines.join('\n') };
}

describe('the language of sekisho proxy', () => {
  it.each([
    ['the help', ['--help', '--lang', 'ja'], 0, 'サーバーと設定を書いたファイル'],
    ['the help of install', ['install', '--help', '--lang=ja'], 0, '変更を書き込む'],
    ['an error of install', ['install', 'nowhere', '--lang', 'ja'], 1, 'nowhere'],
    ['an error', ['--lang', 'ja'], 2, '--config でファイルを指定してください。'],
  ])('is the one of --lang for %s', async (_what, args, code, japanese) => {
    const result = await runIn('en_US.UTF-8', ...args);
    expect(result.code).toBe(code);
    expect(result.text).toContain(japanese);
    expect(result.text).toMatch(/[ぁ-ん]/);
  });

  it('is the one of the locale without --lang, also if the server has such an option', async () => {
    expect((await runIn('en_US.UTF-8', '--help', '--', 'server', '--lang', 'ja')).text).not.toMatch(
      /[ぁ-ん]/,
    );
    expect((await runIn('ja_JP.UTF-8', '--help')).text).toMatch(/[ぁ-ん]/);
    expect((await runIn('ja_JP.UTF-8', '--help', '--lang', 'en')).text).not.toMatch(/[ぁ-ん]/);
  });

  it.each([
    ['--lang', 'fr', '--', 'server'],
    ['install', 'claude', '--lang', 'fr'],
  ])('rejects another language: %s %s', async (...args) => {
    const result = await runIn('en_US.UTF-8', ...args);
    expect(result.code).toBe(2);
    expect(result.text).toContain('--lang must be en or ja, not "fr".');
  });
});
