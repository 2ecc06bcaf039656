import type { ApprovalReading, DisplayNote } from 'sekisho';

/** Converts the complete values of a request for the console. */
export function viewReading({ approval, edited, warnings, problems, ...reading }: ApprovalReading) {
  return {
    approval_id: approval.approval_id,
    action_digest: approval.action_digest,
    agent_name: reading.agent_name,
    tool_id: reading.tool_id,
    server_id: reading.server_id ?? null,
    arguments: reading.arguments,
    arguments_text: reading.arguments_text,
    edited: edited === undefined ? null : { ...edited, changed_paths: [...edited.changed_paths] },
    warnings: warnings.map(viewNote),
    problems: problems.map(viewNote),
    display_digest: reading.display_digest,
  };
}

const viewNote = ({ code, path, message, message_ja }: DisplayNote) => ({ code, path, message, message_ja });
