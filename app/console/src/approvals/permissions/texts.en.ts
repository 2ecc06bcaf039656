/** The English texts of the standing permissions. */
export const textsEn = {
  title: 'Standing permissions',
  none: 'No permissions: every question is asked',
  'none.text':
    'When you approve a call, you can allow the same call for the rest of its run. When people approve the same values repeatedly in several runs, a standing permission for them is proposed here.',
  'none.action': 'Open the inbox',
  summary: '{active} standing, {proposed} proposed, {grants} in single runs',
  proposals: 'Proposals',
  saved: { one: 'It would have saved {count} question.', other: 'It would have saved {count} questions.' },
  denied: {
    one: 'It would have allowed {count} call that a person rejected.',
    other: 'It would have allowed {count} calls that people rejected.',
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
