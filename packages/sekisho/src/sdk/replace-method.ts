import { SekishoError } from '../errors/sekisho-error.ts';

type Method = (this: object, ...args: unknown[]) => unknown;

/** Puts a hook in the place of a method, or refuses a version of the Agents SDK that does not have the method. */
export function replaceMethod(
  owner: object,
  name: string,
  hook: (original: CallableFunction) => Method,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (!descriptor || !isMethod(original)) {
    throw new SekishoError(
      'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
      `This version of @openai/agents-core has no method "${name}" to put the checkpoint into. Install version 0.20.`,
    );
  }
  Object.defineProperty(owner, name, { ...descriptor, value: hook(original) });
}

const isMethod = (value: unknown): value is CallableFunction => typeof value === 'function';
