/** The origins of argument values, from the most to the least trusted. */
export const VALUE_ORIGINS = [
  'absent',
  'user',
  'session',
  'instructions',
  'trusted',
  'anchored',
  'lookup',
  'field',
  'derived',
  'customer',
  'model',
  'prose',
] as const;

/**
 * `user`: the user's text. `session`: data of the host. `trusted`: a field of a trusted tool. `anchored`: a field whose
 * record the user named. `lookup`: a field found with values of the user. `field`: any other field of an untrusted
 * tool. `derived`: composed of known parts. `instructions`: the agent's instructions, for runs whose user is a
 * customer. `customer`: only the text of a customer. `model`: no origin found. `prose`: taken from the free text of an
 * untrusted tool. `absent`: no such argument.
 */
export type ValueOrigin = (typeof VALUE_ORIGINS)[number];
