/**
 * By what permission a call may start, as its `tool.start` record says. `id` is the approval or the grant, else empty.
 *
 * - `gate`: the gate allowed the call.
 * - `approval`: a person, or the host program in its place, approved exactly this call.
 * - `outcome`: a person said that a call whose outcome a crash hid may run again.
 * - `grant`: a person's grant covers the call.
 * - `continued`: a sub-agent that a person approved before goes on after a wait of its own.
 * - `replay`: a crash interrupted the call, and its owner declared that it may be repeated.
 */
export const START_PERMISSIONS = ['gate', 'approval', 'outcome', 'grant', 'continued', 'replay'] as const;

export interface StartPermission {
  readonly kind: (typeof START_PERMISSIONS)[number];
  readonly id: string;
}
