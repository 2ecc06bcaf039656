/** The checks that a call passes before anybody judges it, for doors that do not run the agents themselves. */
export { digestOf } from './contracts/digest.ts';
export { parseArguments, type ParsedArguments } from './runner/parse-arguments.ts';
