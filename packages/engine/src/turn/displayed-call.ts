import type { ToolDescription } from '../wire/tool-call-request.ts';
import { type DisplayedCall, MAX_DISPLAYED_CHARACTERS } from '../approval/requests/displayed-call.ts';

/** Returns a call as an approver has to see it. */
export function displayedCall(
  {
    tool,
    rawArguments: args,
  }: {
    readonly tool: Pick<ToolDescription, 'id' | 'kind' | 'server_id'>;
    readonly rawArguments: string;
  },
  agentName: string,
): DisplayedCall {
  return {
    agent_name: agentName,
    tool_id: tool.id,
    tool_kind: tool.kind,
    ...(tool.server_id === undefined ? {} : { server_id: tool.server_id }),
    args: args.length > MAX_DISPLAYED_CHARACTERS ? null : args,
  };
}

/** Returns the arguments that contain the destination, without indexes, so that they can be found in edited arguments. */
export function destinationNames({
  sources = [],
}: {
  readonly sources?: readonly { readonly path: string; readonly role?: string | undefined }[] | undefined;
}): string[] {
  const names = sources
    .filter(({ role }) => role !== undefined && role !== 'amount' && role !== 'credential')
    .map(({ path }) => path.replaceAll(/\[\d+\]/g, ''));
  return [...new Set(names)];
}
