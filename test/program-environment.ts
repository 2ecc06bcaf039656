/** The environment of a program that must not depend on the variables of the person who runs the tests. */
export const PROGRAM_ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};
