/** The public surface of the package: the command, for programs that offer it under their own name. */
export { runCreate, type CreateHost } from './run-create.ts';
