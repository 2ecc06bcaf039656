/** The checks of a call before it is judged, for integrations that do not run the agents themselves. */
export { digestOf, parseArguments, type ParsedArguments } from '@sekisho/engine/integration';
