import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { HELP_TEXT } from '../src/cli/help-text.ts';
import { parseCommandLine } from '../src/cli/parse-command-line.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { readEnvironment } from '../src/config/env.ts';
import { readCredentials, readSettings } from '../src/config/read-settings.ts';
import { IRIS_VERSION } from '../src/version.ts';

async function run(words: string[], variables: Record<string, string> = {}) {
  const output = { out: '', error: '' };
  const code = await runCommand(words, readEnvironment(variables), {
    out: (text) => void (output.out += text),
    error: (text) => void (output.error += text),
    endWithInput: () => undefined,
  });
  return { code, ...output };
}

const KEY = { OPENAI_API_KEY: 'sk-test' };
const SECRET = { IRIS_HANDLE_SECRET: 'a secret of sixteen characters' };

describe('sekisho-iris', () => {
  it('explains both ways to start without a key, in both languages', async () => {
    const { code, error } = await run([]);
    expect(code).toBe(2);
    for (const words of [
      'Set it to use OpenAI',
      'start with --demo',
      '設定してください',
      '--demo を付けて',
    ]) {
      expect(error).toContain(words);
    }
  });

  it('treats an empty key as unset', async () => {
    expect((await run(['--http'], { OPENAI_API_KEY: ' ' })).code).toBe(2);
  });

  it('describes each option and variable in both languages', () => {
    const [english = '', japanese = ''] = HELP_TEXT.split('\n\n\n');
    const namesOf = (text: string) => [...text.matchAll(/^ {2}(-\S+|[A-Z]\w+)/gm)].map(([, name]) => name);
    expect(namesOf(english).length).toBeGreaterThan(20);
    expect(namesOf(japanese)).toEqual(namesOf(english));
    expect(english).not.toMatch(/[ぁ-ん]/);
    const described = japanese.split('\n').filter((line) => /^ {2}(?:-|[A-Z]\w+ {2})/.test(line));
    expect(described.filter((line) => !/[ぁ-んァ-ン一-龠]/.test(line))).toEqual([]);
  });

  it('prints the help and the version', async () => {
    expect(await run(['--help'])).toEqual({ code: 0, out: HELP_TEXT, error: '' });
    const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await run(['-v'])).toMatchObject({ code: 0, out: `${IRIS_VERSION}\n` });
    expect(manifest).toMatchObject({ version: IRIS_VERSION });
  });

  it.each([
    ['an unknown option', ['--demon'], {}, '--demon'],
    ['a port that is not a number', ['--http', '--port', 'http'], {}, '--port'],
    ['an empty port', ['--demo', '--http', '--port', ''], {}, '--port'],
    ['a hexadecimal port', ['--demo', '--http', '--port', '0x50'], {}, '--port'],
    ['an empty state folder', ['--demo', '--state-dir', ''], {}, '--state-dir'],
    ['a state folder that is a file', ['--demo', '--state-dir', import.meta.filename], {}, 'cli.test.ts'],
    [
      'a state folder inside a file',
      ['--demo'],
      { IRIS_STATE_DIR: `${import.meta.filename}/state` },
      'cli.test.ts/state',
    ],
    ['a host with a port', ['--demo', '--http', '--allow-host', 'iris.example:8080'], {}, '--allow-host'],
    [
      'a host that is a URL',
      ['--demo', '--http', '--allow-host', 'https://iris.example'],
      {},
      '--allow-host',
    ],
    ['an empty host', ['--demo', '--http', '--allow-host', ''], {}, '--allow-host'],
    [
      'an OAuth endpoint that is not an HTTP URL',
      ['--http', '--oauth-issuer', 'https://a.example', '--oauth-introspection', 'ftp://a.example'].concat(
        '--oauth-resource',
        'https://iris.example/mcp',
      ),
      { ...KEY, ...SECRET },
      'ftp://a.example',
    ],
    ['an abbreviated key', [], { OPENAI_API_KEY: 'sk-ab…yz' }, 'OPENAI_API_KEY'],
    ['a key with a line break', [], { OPENAI_API_KEY: 'sk-ab\nyz' }, 'OPENAI_API_KEY'],
    ['an invalid organization id', [], { ...KEY, OPENAI_ORG_ID: 'my company' }, 'OPENAI_ORG_ID'],
    ['a URL with a password', [], { ...KEY, OPENAI_BASE_URL: 'https://a:b@c.example' }, 'OPENAI_BASE_URL'],
    ['--port without --http', ['--demo', '--port', '9000'], {}, '--port has no effect without --http'],
    ['--no-token without --http', ['--demo', '--no-token'], {}, '--no-token has no effect'],
    [
      'tokens that would not be checked',
      ['--demo', '--http', '--no-token'],
      { IRIS_HTTP_TOKENS: 'a:aaaaaaaaaaaaaaaa' },
      'IRIS_HTTP_TOKENS is set',
    ],
    [
      'an incomplete OAuth configuration',
      ['--http', '--oauth-issuer', 'https://a.example'],
      {},
      'must be used together',
    ],
    [
      'an unknown reasoning effort',
      ['--demo'],
      { IRIS_REASONING_EFFORT: 'immense' },
      'IRIS_REASONING_EFFORT',
    ],
    ['a budget that is not a number', ['--demo'], { IRIS_MAX_COST_USD: 'much' }, 'IRIS_MAX_COST_USD'],
    ['a token that is too short', ['--demo', '--http'], { IRIS_HTTP_TOKENS: 'short' }, '16 characters'],
    ['a secret that is too short', ['--demo'], { IRIS_HANDLE_SECRET: 'short' }, 'IRIS_HANDLE_SECRET'],
    ['a timeout that is not a number', [], { ...KEY, IRIS_TIMEOUT_SECONDS: 'soon' }, 'IRIS_TIMEOUT_SECONDS'],
    ['retries that are not a number', [], { ...KEY, IRIS_MAX_RETRIES: 'many' }, 'IRIS_MAX_RETRIES'],
    ['an invalid base URL', [], { ...KEY, OPENAI_BASE_URL: 'api.example' }, 'OPENAI_BASE_URL'],
    [
      'one token for two names',
      ['--demo', '--http'],
      { ...SECRET, IRIS_HTTP_TOKENS: 'a:aaaaaaaaaaaaaaaa,b:aaaaaaaaaaaaaaaa' },
      'IRIS_HTTP_TOKENS',
    ],
    [
      'several users without a handle secret',
      ['--demo', '--http'],
      { IRIS_HTTP_TOKENS: 'a:aaaaaaaaaaaaaaaa,b:bbbbbbbbbbbbbbbb' },
      'IRIS_HANDLE_SECRET',
    ],
  ])('rejects %s', async (_case, words, variables, named) => {
    const { code, error } = await run(words, variables);
    expect(code).toBe(2);
    expect(error).toContain(named);
  });

  it.each([
    ['IRIS_TIMEOUT_SECONDS', ['29', '901', '30.5', '1e2', '-30', '0x40'], 'a whole number from 30 to 900'],
    ['IRIS_MAX_RETRIES', ['6', '-1', '1.5'], 'a whole number from 0 to 5'],
    ['IRIS_MAX_COST_USD', ['0', '-1', 'Infinity', '0x10', '1e3', '1,5'], 'a decimal number above 0'],
    ['IRIS_REASONING_EFFORT', ['immense'], 'none, minimal, low, medium, high, xhigh or max'],
    ['IRIS_SEARCH_CONTEXT_SIZE', ['huge'], 'low, medium or high'],
    ['IRIS_CONTINUITY', ['cloud'], 'server, local or auto'],
    ['IRIS_MODEL', ['gpt 5', 'x'.repeat(201)], 'auto, fast, deep or pro'],
  ])('rejects invalid values of %s and lists the allowed ones', async (name, values, allowed) => {
    for (const value of values) {
      const { code, error } = await run([], { ...KEY, [name]: value });
      expect(code).toBe(2);
      expect(error).toContain(`${name} is ${JSON.stringify(value.slice(0, 100))}, which is not allowed.`);
      expect(error).toContain(allowed);
      expect(error).toContain(`${name} の値`);
    }
  });

  it.each([
    [{ IRIS_TIMEOUT_SECONDS: '30', IRIS_MAX_RETRIES: '0', IRIS_MAX_COST_USD: '0.001' }, 30_000, 0],
    [{ IRIS_TIMEOUT_SECONDS: '900', IRIS_MAX_RETRIES: '5' }, 900_000, 5],
    [{ IRIS_TIMEOUT_SECONDS: ' ', IRIS_MAX_RETRIES: '' }, 300_000, 1],
  ])('uses allowed values unchanged: %j', async (variables, timeoutMs, maxRetries) => {
    const environment = readEnvironment({ ...KEY, ...variables });
    expect(() => readSettings(environment, { demo: false })).not.toThrow();
    expect(await readCredentials(environment)).toMatchObject({ timeoutMs, maxRetries });
  });

  it('names every invalid setting and prints no secret', async () => {
    const secrets = { OPENAI_API_KEY: 'sk-se cret', OPENAI_BASE_URL: 'https://a:pass@c.example' };
    const wrong = { ...secrets, IRIS_HANDLE_SECRET: 'short', IRIS_TIMEOUT_SECONDS: '5' };
    const { code, error } = await run(['--http'], wrong);
    expect(code).toBe(2);
    for (const name of Object.keys(wrong)) expect(error).toContain(name);
    for (const secret of ['se cret', 'pass@', '"short"']) expect(error).not.toContain(secret);
    const tokens = await run(['--demo', '--http'], { IRIS_HTTP_TOKENS: 'a:aaaaaaaaaaaaaaaa,b:tooshort' });
    expect(tokens.error).toContain('entry 2');
    expect(tokens.error).not.toContain('tooshort');
  });

  it('names the port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? `${address?.port}` : '';
    const { code, error } = await run(['--demo', '--http', '--port', port]);
    other.close();
    expect(code).toBe(2);
    expect(error).toContain(`Port ${port} is in use`);
  });

  it('reads its flags', () => {
    expect(
      parseCommandLine(['--http', '--port', '0', '--allow-host', 'a', '--allow-host', 'b']),
    ).toMatchObject({
      type: 'http',
      port: 0,
      hosts: ['a', 'b'],
      needsToken: true,
    });
    expect(parseCommandLine(['--demo'])).toMatchObject({ type: 'stdio', demo: true });
  });

  it('reads defaults from the environment', () => {
    const environment = readEnvironment({
      IRIS_MODEL: 'deep',
      IRIS_CONTINUITY: 'local',
      IRIS_MAX_COST_USD: '0.5',
    });
    expect(readSettings(environment, { demo: true }).defaults).toMatchObject({
      model: 'deep',
      continuity: 'local',
      maxCostUsd: 0.5,
      reasoningEffort: 'medium',
      searchContextSize: 'medium',
    });
  });
});
