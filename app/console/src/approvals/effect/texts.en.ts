/** The English sentences about the effect of a call. */
export const effectEn = {
  read: 'Read {target}',
  write: 'Change {target}',
  send: 'Send to {target}',
  delete: 'Delete {target}',
  spend: 'Pay to {target}',
  spendAmount: 'Pay {amount} to {target}',
  execute: 'Run {target}',
  admin: 'Change the rights of {target}',
  other: 'Call {tool} with {target}',
  call: 'Call {tool}',
  was: '{target} (was {before})',
  more: { one: '{first} and {count} more', other: '{first} and {count} more' },
  outcome: 'Outcome unknown: {effect}',
  approved: '{who} approved: {effect}',
  denied: '{who} rejected: {effect}',
} as const;
