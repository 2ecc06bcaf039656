/** The English texts of the skills. */
export const textsEn = {
  title: 'Skills',
  search: 'Search skills',
  'empty.title': 'No skills',
  'empty.text':
    'Start the server with a folder of skills (SKILLS_DIR). Each skill is a folder with a SKILL.md.',
  'empty.dir': 'The folder {dir} contains no readable skill.',
  none: 'No skills match this search.',
  dir: 'Folder: {dir}',
  list: 'Skills',
  choose: 'Select a skill to see its content.',
  mode: 'Mode',
  'mode.function_tool': 'Instructions',
  'mode.child_agent': 'Separate agent',
  tags: 'Tags',
  examples: 'Examples',
  constraints: 'Limits',
  schema: 'Input',
  'diagnostics.title': { one: '{count} finding', other: '{count} findings' },
  'diagnostics.flaw': 'A part of the file was ignored or may be wrong.',
  'severity.error': 'Error',
  'severity.warning': 'Warning',
} as const;
