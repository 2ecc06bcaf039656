import type { Check, Finding } from './finding.ts';

/** Lists agents with tools that spend or administer and without a declared user. */
export type ListUndeclaredUsers = () => readonly {
  readonly agent: string;
  readonly tools: readonly string[];
}[];

/** Warns when an undeclared user could move money or change rights. */
export function principalChecks(undeclared: ListUndeclaredUsers): Record<string, Check> {
  return { 'user.undeclared': () => undeclared().map(finding) };
}

function finding({ agent, tools }: ReturnType<ListUndeclaredUsers>[number]): Finding {
  const names = tools.join(', ');
  return {
    id: 'user.undeclared',
    level: 'warning',
    found: {
      en: `Agent "${agent}" can spend or administer (${names}), but it is not declared whether its user is the owner or a customer. The user counts as the owner, whose text authorizes actions.`,
      ja: `エージェント「${agent}」は支払いまたは権限変更ができます（${names}）が、利用者が所有者か顧客かが宣言されていません。所有者とみなし、その発言を権限として扱います。`,
    },
    how: 'user and agentUsers of createRunner(), and the manifests of the tools',
    remedy: {
      en: `Set createRunner({ user: 'customer' }) or agentUsers: { ${JSON.stringify(agent)}: 'customer' } if customers write to it, or 'owner' if only the owner does.`,
      ja: `顧客が書き込む場合は createRunner({ user: 'customer' }) または agentUsers: { ${JSON.stringify(agent)}: 'customer' } を、所有者だけの場合は 'owner' を指定してください。`,
    },
  };
}
