/** The checks of a call before it is judged, for integrations that do not run the agents themselves. */
export { digestOf } from './contracts/digest.ts';
export { parseArguments, type ParsedArguments } from './runner/parse-arguments.ts';
