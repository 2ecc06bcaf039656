import { randomBytes } from 'node:crypto';

/** Makes ids that look like OpenAI's: a prefix and hexadecimal digits. */
export type IdMaker = (prefix: string) => string;

const DIGITS = 40;

/** An id maker on a source of random numbers, so that a seed fixes every id. */
export function createIdMaker(random: () => number): IdMaker {
  return (prefix) => {
    let id = prefix;
    for (let digit = 0; digit < DIGITS; digit += 1) id += Math.floor(random() * 16).toString(16);
    return id;
  };
}

/** Makes ids that no other process makes, so that runs which outlive a process never see one twice. */
export const makeUniqueId: IdMaker = (prefix) => prefix + randomBytes(DIGITS / 2).toString('hex');
