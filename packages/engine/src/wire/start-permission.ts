/**
 * The permission by which a call starts, as its `tool.start` record states. `id` is the approval or the grant,
 * otherwise empty.
 * - `gate`: the gate allowed the call.
 * - `approval`: a person, or the host program instead of one, approved exactly this call.
 * - `outcome`: a person permitted to repeat a call whose outcome is unknown after a crash.
 * - `grant`: a grant covers the call.
 * - `continued`: a sub-agent that a person approved before continues after its own wait.
 * - `replay`: a crash interrupted the call, and its owner declared that it may be repeated.
 */
export const START_PERMISSIONS = ['gate', 'approval', 'outcome', 'grant', 'continued', 'replay'] as const;

/** One permission of a call to start. */
export interface StartPermission {
  readonly kind: (typeof START_PERMISSIONS)[number];
  readonly id: string;
}
