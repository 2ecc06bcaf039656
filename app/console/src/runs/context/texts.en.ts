/** The English texts of the context of a run. */
export const textsEn = {
  title: 'Conversation',
  show: 'Show the conversation (recorded)',
  showPassage: 'Show the passage (recorded)',
  forbidden: 'Your role may not read the conversation.',
  loading: 'The conversation is loading.',
  'passage.none': 'The stored text does not contain this value as a whole.',
  'passage.removed': 'The passage was removed, because its retention has ended.',
  'plan.title': 'Plan of the task',
  'plan.inside': 'Inside the task',
  'plan.unclear': 'Unclear',
  'plan.outside': 'Outside the task',
  'plan.by.rules': 'Made by rules before untrusted content was read',
  'plan.by.model': 'Made by a model before untrusted content was read',
  'similar.title': 'Earlier similar requests',
  'similar.none': 'There are no earlier requests of {agent} for this tool.',
  'similar.count': {
    one: '{count} earlier request of {agent} for this tool: {approved} approved, {denied} rejected, {expired} expired',
    other:
      '{count} earlier requests of {agent} for this tool: {approved} approved, {denied} rejected, {expired} expired',
  },
  'similar.never': 'none with this destination',
  'similar.same': { one: '{count} with this destination', other: '{count} with this destination' },
  'similar.list': 'Latest decisions',
} as const;
