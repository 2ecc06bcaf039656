import { canonicalJson } from '../checks/canonical-json.ts';
import type { GrantOffer } from '../wire/human-approval-request.ts';
import { plainText } from './plain-text.ts';

/** The tool of an agent, as a grant for the tool's own policy identifies it. */
interface HostTool {
  readonly agent_name: string;
  readonly tool_id: string;
  readonly definition_digest: string;
}

/** Returns the text that a grant of the scope `host_policy` is bound to. Its keyed digest is stored. */
export function hostCoverage({ agent_name, tool_id, definition_digest }: HostTool): string {
  return `host-policy-v1\n${canonicalJson([agent_name, tool_id, definition_digest])}`;
}

/** Describes in both languages what such a grant covers. */
export function hostOffer(tool: HostTool, digest: (text: string) => string): GrantOffer {
  const agent = plainText(tool.agent_name, 100);
  const name = plainText(tool.tool_id, 400);
  return {
    covered_digest: digest(hostCoverage(tool)),
    covers: `Agent "${agent}" may call ${name} in this run whenever the gate allows the call and only the tool itself asks for approval.`,
    covers_ja: `エージェント「${agent}」は、この実行中、ゲートが許可しツール自身だけが承認を求める場合に限り、${name} を呼び出せます。`,
  };
}
