import type { Check, Finding } from './finding.ts';

/** What the checks of the platform need. */
export interface PlatformToCheck {
  readonly nodeVersion: string;
  /** How many copies of the Agents SDK this process has loaded. */
  readonly upstreamCopies: number;
  /** Whether the judge lets everything pass. */
  readonly allowsAll: boolean;
  /** Permission bits of the key file; undefined when there is none. */
  readonly keyFileMode: () => Promise<number | undefined>;
}

/** Looks at what the runner stands on. */
export function platformChecks(platform: PlatformToCheck): Record<string, Check> {
  return {
    'node.version': () => [nodeFinding(platform.nodeVersion)],
    'sdk.copies': () => (platform.upstreamCopies <= 1 ? [] : [copiesFinding(platform.upstreamCopies)]),
    'gate.allow-all': () => (platform.allowsAll ? [allowAllFinding()] : []),
    'key.permissions': async () => {
      const mode = await platform.keyFileMode();
      return mode === undefined || (mode & 0o077) === 0 ? [] : [keyFinding(mode)];
    },
  };
}

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > 22 || (major === 22 && minor >= 13);
  const how = 'process.versions.node';
  if (isNew)
    return {
      id: 'node.version',
      level: 'ok',
      found: { en: `Node ${version}.`, ja: `Node ${version} です。` },
      how,
    };
  return {
    id: 'node.version',
    level: 'error',
    found: { en: `Node ${version} is too old.`, ja: `Node ${version} は古すぎます。` },
    how,
    remedy: { en: 'Install Node 22.13 or later.', ja: 'Node 22.13 以降を導入してください。' },
  };
}

function copiesFinding(copies: number): Finding {
  return {
    id: 'sdk.copies',
    level: 'warning',
    found: {
      en: `${copies} copies of @openai/agents-core are loaded; agents of a copy without hooks are stopped.`,
      ja: `@openai/agents-core が ${copies} 個読み込まれています。フックのない複製の Agent は停止されます。`,
    },
    how: 'modules loaded by import and by require',
    remedy: {
      en: 'Import the Agents SDK in one way only.',
      ja: 'Agents SDK の読み込み方法を一つに統一してください。',
    },
  };
}

function allowAllFinding(): Finding {
  return {
    id: 'gate.allow-all',
    level: 'error',
    found: { en: 'The safety agent allows everything.', ja: 'SafetyAgent がすべてを許可しています。' },
    how: 'the safety agent of the runner',
    remedy: {
      en: 'Use RuleSafetyAgent outside of tests.',
      ja: 'テスト以外では RuleSafetyAgent を使ってください。',
    },
  };
}

function keyFinding(mode: number): Finding {
  return {
    id: 'key.permissions',
    level: 'error',
    found: {
      en: `Others can read the key file (mode ${mode.toString(8)}).`,
      ja: `鍵ファイルが他の利用者から読めます（モード ${mode.toString(8)}）。`,
    },
    how: 'permission bits of the key file',
    remedy: {
      en: 'chmod 600 the key file and think about a new key.',
      ja: '鍵ファイルを chmod 600 にし、鍵の更新を検討してください。',
    },
  };
}
