import { stat } from 'node:fs/promises';
import { type Check, type Finding, ok, problem } from './doctor.ts';

/** Checks the Node version and who can read the key file. */
export function processChecks(keyFile: string | undefined): Record<string, Check> {
  return {
    'node.version': () => nodeFinding(process.versions.node),
    'key.permissions': async () => {
      const mode = keyFile === undefined ? undefined : await modeOf(keyFile);
      if (mode === undefined || (mode & 0o077) === 0) return undefined;
      return problem('error', 'key.permissions', 'permission bits of the key file', {
        en: `Other users can read the key file (mode ${mode.toString(8)}).`,
        ja: `鍵ファイルが他の利用者から読めます（モード ${mode.toString(8)}）。`,
        remedy: 'Run chmod 600 on the key file and consider rotating the key.',
        remedy_ja: '鍵ファイルを chmod 600 にし、鍵の更新を検討してください。',
      });
    },
  };
}

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const how = 'process.versions.node';
  if (major > 22 || (major === 22 && minor >= 13))
    return ok('node.version', how, { en: `Node ${version}.`, ja: `Node ${version} です。` });
  return problem('error', 'node.version', how, {
    en: `Node ${version} is too old.`,
    ja: `Node ${version} は古すぎます。`,
    remedy: 'Install Node 24, or 22.22.3 or newer of Node 22.',
    remedy_ja: 'Node 24、または Node 22 の 22.22.3 以降を導入してください。',
  });
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch {
    return undefined;
  }
}
