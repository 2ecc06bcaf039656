import type { Check, Finding } from './finding.ts';

/** The inputs of the platform checks. */
export interface PlatformToCheck {
  readonly nodeVersion: string;
  /** Whether both builds of the Agents SDK are loaded, ESM and CommonJS. */
  readonly hasBothBuilds: boolean;
  /** Returns the copy of the Agents SDK with the hooks. */
  readonly ownCopy: () => string;
  /** Returns other copies of it that the program can load. */
  readonly otherCopies: () => readonly string[];
  /** Whether the safety agent allows every call. */
  readonly allowsAll: boolean;
  /** Returns the permission bits of the key file, or undefined when there is none. */
  readonly keyFileMode: () => Promise<number | undefined>;
}

/** Checks the Node version, the Agents SDK, the safety agent and the key file. */
export function platformChecks(platform: PlatformToCheck): Record<string, Check> {
  return {
    'node.version': () => [nodeFinding(platform.nodeVersion)],
    'sdk.builds': () => (platform.hasBothBuilds ? [buildsFinding()] : []),
    'sdk.copies': () => {
      const others = platform.otherCopies();
      return others.length === 0 ? [] : [copiesFinding(platform.ownCopy(), others)];
    },
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

function buildsFinding(): Finding {
  return {
    id: 'sdk.builds',
    level: 'warning',
    found: {
      en: 'Both builds of @openai/agents-core are loaded, ESM and CommonJS. Both pass the gate, but instanceof is false between them.',
      ja: '@openai/agents-core の ESM 版と CommonJS 版が両方読み込まれています。どちらも関所を通りますが、相互の instanceof は false になります。',
    },
    how: 'modules loaded by import and by require',
    remedy: {
      en: 'Import the Agents SDK in one way only.',
      ja: 'Agents SDK の読み込み方法を一つに統一してください。',
    },
  };
}

function copiesFinding(own: string, others: readonly string[]): Finding {
  return {
    id: 'sdk.copies',
    level: 'error',
    found: {
      en: `Only ${own} has the hooks. Agents and runs of these copies are rejected inside gated runs: ${others.join(', ')}.`,
      ja: `フックがあるのは ${own} だけです。次のコピーの Agent と実行は、ゲート付き実行の中では拒否されます: ${others.join('、')}。`,
    },
    how: 'folders node_modules above the program, the working directory and this package',
    remedy: {
      en: 'Install one version for all packages: "npm ls @openai/agents-core" shows which package depends on the other copy.',
      ja: 'すべてのパッケージで同じバージョンを使ってください。どのパッケージが別のコピーを持ち込むかは npm ls @openai/agents-core で分かります。',
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
      en: `Other users can read the key file (mode ${mode.toString(8)}).`,
      ja: `鍵ファイルが他の利用者から読めます（モード ${mode.toString(8)}）。`,
    },
    how: 'permission bits of the key file',
    remedy: {
      en: 'Run chmod 600 on the key file and consider rotating the key.',
      ja: '鍵ファイルを chmod 600 にし、鍵の更新を検討してください。',
    },
  };
}
