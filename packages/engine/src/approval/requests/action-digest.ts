import { digestOf } from '../../checks/digest.ts';
import type { ToolDescription } from '../../wire/tool-call-request.ts';

/** The action that a person approves. If any part changes, the action needs another approval. */
export interface Action {
  readonly run_id: string;
  readonly agent_name: string;
  readonly tool: Pick<ToolDescription, 'id' | 'definition_digest' | 'server_id'>;
  /** The arguments from the model, or as edited by a person. */
  readonly args: string;
  readonly policy_version: string;
}

/** Returns the digest that binds an approval to one action. */
export function actionDigest({ run_id, agent_name, tool, args, policy_version }: Action): string {
  return digestOf({
    agent_name,
    args,
    definition: tool.definition_digest,
    policy_version,
    run_id,
    server: tool.server_id ?? '',
    tool: tool.id,
    v: 1,
  });
}
