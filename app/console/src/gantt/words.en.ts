/** The English texts of the time chart. */
export const wordsEn = {
  table: '{label}, as a table',
  row: 'Row',
  from: 'From',
  to: 'To',
  summary: 'What it shows',
  hint: 'Arrow keys move between rows.',
  empty: 'There is nothing to draw yet.',
} as const;
