/** The English texts about edited arguments. */
export const textsEn = {
  title: 'Changed by {who}',
  titleUnknown: 'Changed by a person',
  before: 'Before',
  after: 'After',
  none: 'not given',
  removed: 'removed',
  unchanged: 'unchanged',
} as const;
