import type { McpCapability } from '@sekisho/engine';
import type { ProviderFinding } from '../providers/provider-types.ts';
import { type Check, type Finding, ok, problem } from '@sekisho/engine/integration';

/** The inputs of the platform checks. */
export interface PlatformToCheck {
  /** Whether both builds of the Agents SDK are loaded, ESM and CommonJS. */
  readonly hasBothBuilds: boolean;
  /** Returns the copy of the Agents SDK with the hooks. */
  readonly ownCopy: () => string;
  /** Returns other copies of it that the program can load. */
  readonly otherCopies: () => readonly string[];
  /** Whether the safety agent allows every call. */
  readonly allowsAll: boolean;
}

/** Checks the Agents SDK and the safety agent. */
export function platformChecks(platform: PlatformToCheck): Record<string, Check> {
  return {
    'sdk.builds': () => {
      if (!platform.hasBothBuilds) return undefined;
      return problem('warning', 'sdk.builds', 'modules loaded by import and by require', {
        en: 'Both builds of @openai/agents-core are loaded, ESM and CommonJS. Both pass the gate, but instanceof is false between them.',
        ja: '@openai/agents-core の ESM 版と CommonJS 版が両方読み込まれています。どちらも関所を通りますが、相互の instanceof は false になります。',
        remedy: 'Import the Agents SDK in one way only.',
        remedy_ja: 'Agents SDK の読み込み方法を一つに統一してください。',
      });
    },
    'sdk.copies': () => {
      const others = platform.otherCopies();
      return others.length === 0 ? undefined : copiesFinding(platform.ownCopy(), others);
    },
    'gate.allow-all': () => {
      if (!platform.allowsAll) return undefined;
      return problem('error', 'gate.allow-all', 'the safety agent of the runner', {
        en: 'The safety agent allows everything.',
        ja: 'SafetyAgent がすべてを許可しています。',
        remedy: 'Use RuleSafetyAgent outside of tests.',
        remedy_ja: 'テスト以外では RuleSafetyAgent を使ってください。',
      });
    },
  };
}

function copiesFinding(own: string, others: readonly string[]): Finding {
  const how = 'folders node_modules above the program, the working directory and this package';
  return problem('error', 'sdk.copies', how, {
    en: `Only ${own} has the hooks. Agents and runs of these copies are rejected inside gated runs: ${others.join(', ')}.`,
    ja: `フックがあるのは ${own} だけです。次のコピーの Agent と実行は、ゲート付き実行の中では拒否されます: ${others.join('、')}。`,
    remedy:
      'Install one version for all packages: "npm ls @openai/agents-core" shows which package depends on the other copy.',
    remedy_ja:
      'すべてのパッケージで同じバージョンを使ってください。どのパッケージが別のコピーを持ち込むかは npm ls @openai/agents-core で分かります。',
  });
}

/** Lists agents with tools that spend or administer and without a declared user. */
export type ListUndeclaredUsers = () => readonly {
  readonly agent: string;
  readonly tools: readonly string[];
}[];

/** Warns when an undeclared user could move money or change rights. */
export function principalChecks(undeclared: ListUndeclaredUsers): Record<string, Check> {
  const how = 'user and agentUsers of createRunner(), and the manifests of the tools';
  const describe = ({ agent, tools }: ReturnType<ListUndeclaredUsers>[number]) => {
    const names = tools.join(', ');
    return problem('warning', 'user.undeclared', how, {
      en: `Agent "${agent}" can spend or administer (${names}), but it is not declared whether its user is the owner or a customer. The user counts as the owner, whose text authorizes actions.`,
      ja: `エージェント「${agent}」は支払いまたは権限変更ができます（${names}）が、利用者が所有者か顧客かが宣言されていません。所有者とみなし、その発言を権限として扱います。`,
      remedy: `Set createRunner({ user: 'customer' }) or agentUsers: { ${JSON.stringify(agent)}: 'customer' } if customers write to it, or 'owner' if only the owner does.`,
      remedy_ja: `顧客が書き込む場合は createRunner({ user: 'customer' }) または agentUsers: { ${JSON.stringify(agent)}: 'customer' } を、所有者だけの場合は 'owner' を指定してください。`,
    });
  };
  return { 'user.undeclared': () => undeclared().map(describe) };
}

/** Checks the providers that the host has configured. */
export function providerChecks(
  names: readonly string[],
  diagnose: (name: string) => Promise<readonly ProviderFinding[]>,
): Record<string, Check> {
  return Object.fromEntries(
    names.map((name) => [`provider.${name}`, async () => (await diagnose(name)).map(toFinding)]),
  );
}

function toFinding({ provider, check, status, message }: ProviderFinding): Finding {
  return {
    id: `provider.${provider}.${check}`,
    level: status,
    found: message,
    how: `a check of ${provider}`,
  };
}

/** The parts of a gateway that are checked. */
export interface ServersToCheck {
  readonly serverIds: readonly string[];
  introspect(serverId: string): Promise<readonly McpCapability[]>;
}

/** Checks each MCP server: whether it responds, and whether a tool changed since it was accepted. */
export function mcpChecks(gateway: ServersToCheck | undefined): Record<string, Check> {
  if (!gateway) return {};
  return Object.fromEntries(
    gateway.serverIds.map((id) => [`mcp.${id}`, async () => mcpFindings(id, await gateway.introspect(id))]),
  );
}

function mcpFindings(serverId: string, tools: readonly McpCapability[]): Finding[] {
  const how = `tools/list of ${serverId}`;
  const doubtful = tools.filter(({ state }) => state === 'changed' || state === 'refused');
  if (doubtful.length === 0) {
    const en = `${serverId} responds with ${tools.length} tools.`;
    return [
      ok(`mcp.${serverId}`, how, { en, ja: `${serverId} は ${tools.length} 個のツールで応答しています。` }),
    ];
  }
  return doubtful.map(({ name, state }) =>
    problem('warning', `mcp.${serverId}.${name}`, how, {
      en: `Tool ${name} is ${state}.`,
      ja: `ツール ${name} の状態は ${state} です。`,
      remedy: 'Compare its definition with the one that was accepted, then accept it or remove the server.',
      remedy_ja: '承認済みの定義と比較し、受け入れるかサーバーを外してください。',
    }),
  );
}
