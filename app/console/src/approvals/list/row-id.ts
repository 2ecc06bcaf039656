import type { ApprovalSummary } from '../approval.ts';

const GROUP = 'group:';

/** Returns the id of the row of a group. */
export const groupId = (key: string) => GROUP + key;

/** Returns the id of a row: that of its request, or of the group that it stands for. */
export const rowId = ({ approval_id, group }: Pick<ApprovalSummary, 'approval_id' | 'group'>) =>
  group === null ? approval_id : groupId(group.key);

/** Returns the key of the group of a row, or undefined for a request. */
export const groupKeyOf = (id: string) => (id.startsWith(GROUP) ? id.slice(GROUP.length) : undefined);
