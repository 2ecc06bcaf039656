import { randomBytes } from 'node:crypto';

/** Creates ids in the format of OpenAI: a prefix and hexadecimal digits. */
export type IdMaker = (prefix: string) => string;

const DIGITS = 40;

/** Creates an id generator from a source of random numbers, so that a seed determines every id. */
export function createIdMaker(random: () => number): IdMaker {
  return (prefix) => {
    let id = prefix;
    for (let digit = 0; digit < DIGITS; digit += 1) id += Math.floor(random() * 16).toString(16);
    return id;
  };
}

/** Creates globally unique ids, so that runs that continue in another process never receive an id twice. */
export const makeUniqueId: IdMaker = (prefix) => prefix + randomBytes(DIGITS / 2).toString('hex');
