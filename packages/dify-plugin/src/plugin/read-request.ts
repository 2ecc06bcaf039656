import type { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';

/** Returns the checked request. Throws an error that contains the names of invalid fields, never their values. */
export function readRequest<Request>(schema: z.ZodType<Request>, data: { action: string }): Request {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))].slice(0, 5);
  throw new PluginError(
    'InvokeBadRequestError',
    `Dify sent ${data.action} with invalid fields: ${fields.join(', ')}.`,
  );
}

/** Returns the entry with that name. Throws an error that contains the missing name. */
export function findNamed<Value>(table: Readonly<Record<string, Value>>, name: string, what: string): Value {
  // Only own properties: the provider name "constructor" must not match Object.prototype.
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined)
    throw new PluginError('InvokeBadRequestError', `This plugin has no ${what} "${name}".`);
  return value;
}

/** Returns the handler. Throws the error that Dify interprets as "not supported". */
export function requireHandler<Handler>(handler: Handler | undefined, what: string): Handler {
  if (handler === undefined)
    throw new PluginError('NotImplementedError', `This plugin does not support ${what}.`);
  return handler;
}
