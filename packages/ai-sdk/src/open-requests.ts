import type { ModelMessage, ToolApprovalResponse } from 'ai';

/** A tool call in a message. */
export interface MessageToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerExecuted?: boolean | undefined;
}

/** An approval request without a result of its call, and the response to it in the last message. */
export interface OpenRequest {
  readonly approvalId: string;
  readonly call: MessageToolCall;
  readonly response?: ToolApprovalResponse | undefined;
}

/** Returns the approval requests in the messages of which the call has no result yet. */
export function openRequests(messages: readonly ModelMessage[]): OpenRequest[] {
  const calls = new Map<string, MessageToolCall>();
  const requests = new Map<string, string>();
  const responses = new Map<string, ToolApprovalResponse>();
  const ended = new Set<string>();
  const last = messages.at(-1);
  for (const message of messages) {
    if (typeof message.content === 'string') continue;
    for (const part of message.content) {
      if (part.type === 'tool-call') calls.set(part.toolCallId, part);
      else if (part.type === 'tool-approval-request') requests.set(part.approvalId, part.toolCallId);
      else if (part.type === 'tool-result') ended.add(part.toolCallId);
      else if (part.type === 'tool-approval-response' && message === last)
        responses.set(part.approvalId, part);
    }
  }
  return [...requests].flatMap(([approvalId, toolCallId]) => {
    const call = calls.get(toolCallId);
    return call && !ended.has(toolCallId) ? [{ approvalId, call, response: responses.get(approvalId) }] : [];
  });
}
