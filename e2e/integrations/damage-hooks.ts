import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexHooks, withTrust } from '../../packages/cli/src/hook/codex-trust.ts';
import { parseSettings } from '../../packages/cli/src/hook/edit-settings.ts';
import type { CodingAgent } from './clients.ts';
import { BIN, type Damage } from './scenarios.ts';

const FILES: Readonly<Record<CodingAgent['name'], string>> = {
  claude: '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  opencode: '.config/opencode/plugins/sekisho.js',
};

/** Breaks the installed hook of a client. */
export function damageHooks(client: CodingAgent['name'], home: string, damage: Damage): void {
  const file = join(home, FILES[client]);
  const text = readFileSync(file, 'utf8');
  if (damage === 'unloaded') {
    if (client === 'codex') writeFileSync(join(home, '.codex/config.toml'), withoutTrust(home));
    else writeFileSync(file, `${text}\n)`);
    return;
  }
  const broken = client === 'opencode' ? breakPlugin(text, damage) : breakCommands(text, damage, client);
  if (broken === text) throw new Error(`${damage} changed nothing in ${file}.`);
  writeFileSync(file, broken);
  if (client === 'codex') trustAgain(home, file, broken);
}

/** The command of the hook inside JSON, where quotes and backslashes are escaped. */
function breakCommands(
  text: string,
  damage: Exclude<Damage, 'unloaded'>,
  client: CodingAgent['name'],
): string {
  const start = "/bin/sh -c '";
  switch (damage) {
    case 'missing':
      return text.replaceAll(BIN, '/nowhere/bin.js');
    case 'killed':
      return text.replace(/out=\$\(.*?\);/, String.raw`out=$(sh -c \"kill -9 \\$\\$\");`);
    case 'silent':
      return text.replace(/out=\$\(.*?\);/, 'out=$(true);');
    case 'shell-killed':
      return text.replace(start, () => `${start}kill -9 $$; `);
    case 'frozen':
      return text
        .replace(start, () => `${start}sleep 20; `)
        .replaceAll(/"timeout": \d+/g, `"timeout": ${client === 'gemini' ? 3_000 : 3}`);
  }
}

function breakPlugin(text: string, damage: Exclude<Damage, 'unloaded'>): string {
  const words = {
    missing: ['/nowhere/sekisho'],
    killed: ['/bin/sh', '-c', 'kill -9 $$'],
    silent: ['/bin/true'],
    'shell-killed': ['/bin/sh', '-c', 'kill -9 $$'],
    frozen: ['/bin/sleep', '20'],
  }[damage];
  return text.replace(/^const COMMAND = .*$/m, () => `const COMMAND = ${JSON.stringify(words)};`);
}

const withoutTrust = (home: string) =>
  readFileSync(join(home, '.codex/config.toml'), 'utf8').replaceAll(/trusted_hash = .*/g, '');

/** A changed hook would be skipped as one that the user did not trust. */
function trustAgain(home: string, file: string, text: string): void {
  const config = join(home, '.codex/config.toml');
  const hooks = codexHooks(file, parseSettings(text, file).hooks ?? {});
  writeFileSync(config, withTrust(readFileSync(config, 'utf8'), hooks, hooks));
}
