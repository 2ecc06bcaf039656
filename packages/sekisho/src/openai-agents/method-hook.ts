import { SekishoError } from '@sekisho/engine';

type Method = (this: object, ...args: unknown[]) => unknown;

/** A method that is replaced by a function which wraps the original. */
export interface MethodHook {
  readonly owner: object;
  readonly name: string;
  readonly wrap: (original: CallableFunction) => Method;
}

/**
 * Installs all hooks or none: every method is checked before the first one is replaced. Throws if this version of the
 * Agents SDK lacks one of the methods.
 */
export function installMethodHooks(hooks: readonly MethodHook[]): void {
  const checked = hooks.map(({ owner, name, wrap }) => {
    const descriptor = replaceableMethod(owner, name);
    return { owner, name, value: wrap(descriptor.value), descriptor };
  });
  for (const { owner, name, value, descriptor } of checked)
    Object.defineProperty(owner, name, { ...descriptor, value });
}

function replaceableMethod(owner: object, name: string): { readonly value: CallableFunction } {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const value: unknown = descriptor?.value;
  if (descriptor?.configurable === true && isFunction(value)) return { ...descriptor, value };
  throw new SekishoError(
    'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    `This version of @openai/agents-core has no replaceable method "${name}". Install version 0.20.`,
  );
}

const isFunction = (value: unknown): value is CallableFunction => typeof value === 'function';
