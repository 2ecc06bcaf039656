/** The English texts of the standing permissions. */
export const textsEn = {
  title: 'Standing permissions',
  none: 'No standing permission is confirmed.',
  proposals: 'Proposals',
  'proposals.none':
    'There are no proposals. They appear when people approve the same values repeatedly in several runs.',
  saved: { one: 'It would have saved {count} question.', other: 'It would have saved {count} questions.' },
  denied: {
    one: 'It would have allowed {count} call that a person denied.',
    other: 'It would have allowed {count} calls that people denied.',
  },
  confirm: 'Confirm',
  'confirm.title': 'Confirm this permission?',
  'confirm.admin': 'Only administrators confirm permissions.',
  revoke: 'Revoke',
  'revoke.title': 'Revoke this permission?',
  reason: 'Reason',
  'reason.hint': 'It is recorded in the audit log with your name.',
  since: 'Confirmed by {owner}. {reason}',
  until: 'Valid until {time}, {count} uses left',
  confirmed: 'The permission is confirmed for 30 days and 200 uses.',
  revoked: 'The permission is revoked.',
} as const;
