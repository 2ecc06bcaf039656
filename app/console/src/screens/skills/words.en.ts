/** The English texts of the skills. */
export const wordsEn = {
  title: 'Skills',
  intro: 'What agents can look up and use, read from SKILL.md files.',
  search: 'Search skills',
  'empty.title': 'There are no skills',
  'empty.text':
    'Start the server with a folder of skills (SKILLS_DIR). Each skill is a folder with a SKILL.md.',
  'empty.dir': 'The folder {dir} holds no skill that can be read.',
  none: 'No skill fits this search.',
  dir: 'Folder: {dir}',
  list: 'Skills',
  choose: 'Choose a skill to see what it says.',
  mode: 'Mode',
  'mode.function_tool': 'Instructions',
  'mode.child_agent': 'Agent of its own',
  tags: 'Tags',
  examples: 'Examples',
  constraints: 'Limits',
  schema: 'What it takes',
  'diagnostics.title': { one: '{count} finding', other: '{count} findings' },
  'severity.error': 'Error',
  'severity.warning': 'Warning',
} as const;
