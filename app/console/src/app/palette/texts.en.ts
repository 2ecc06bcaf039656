/** The English texts of the palette. */
export const textsEn = {
  'palette.hint': 'Type a command, a screen, a run or a request',
  'palette.none': 'No match.',
  'palette.actions': 'Actions',
  'palette.screens': 'Screens',
  'palette.runs': 'Runs',
  'palette.requests': 'Requests (the newest {count} pending)',
  'palette.failed': 'The search failed: {why}',
} as const;
