import { canonicalJson } from '../contracts/canonical-json.ts';
import type { GrantOffer } from '../contracts/human-approval-request.ts';
import { plainText } from './plain-text.ts';

/** The tool of an agent, as a grant for its own policy names it. */
interface HostTool {
  readonly agent_name: string;
  readonly tool_id: string;
  readonly definition_digest: string;
}

/** What a grant of the scope `host_policy` is bound to; the keyed digest of it is stored. */
export function hostCoverage({ agent_name, tool_id, definition_digest }: HostTool): string {
  return `host-policy-v1\n${canonicalJson([agent_name, tool_id, definition_digest])}`;
}

/** Says in both languages what such a grant covers. */
export function hostOffer(tool: HostTool, digest: (text: string) => string): GrantOffer {
  const agent = plainText(tool.agent_name, 100);
  const name = plainText(tool.tool_id, 400);
  return {
    covered_digest: digest(hostCoverage(tool)),
    covers: `Agent "${agent}" may call ${name} in this run whenever the gate allows the call and only the tool itself asks for approval.`,
    covers_ja: `エージェント「${agent}」は、この実行中、ゲートが許可しツール自身だけが承認を求める場合に限り、${name} を呼び出せます。`,
  };
}
