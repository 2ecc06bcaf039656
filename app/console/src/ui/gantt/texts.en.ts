/** The English texts of the time chart. */
export const textsEn = {
  table: '{label}, as a table',
  row: 'Row',
  from: 'From',
  to: 'To',
  summary: 'Description',
  hint: 'Arrow keys move between rows.',
  empty: 'There is no data to draw yet.',
} as const;
