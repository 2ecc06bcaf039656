import type { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';

/** The request in its checked form, or an error that names the fields that are wrong, never their values. */
export function readRequest<Request>(schema: z.ZodType<Request>, data: { action: string }): Request {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))].slice(0, 5);
  throw new PluginError(
    'InvokeBadRequestError',
    `Dify sent ${data.action} with unusable fields: ${fields.join(', ')}.`,
  );
}

/** The entry of that name, or an error that says what is missing. */
export function findNamed<Value>(table: Readonly<Record<string, Value>>, name: string, what: string): Value {
  // Own properties only: a provider named "constructor" must not find Object.prototype.
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined)
    throw new PluginError('InvokeBadRequestError', `This plugin has no ${what} "${name}".`);
  return value;
}

/** The handler, or the error that Dify understands as "not offered". */
export function offered<Handler>(handler: Handler | undefined, what: string): Handler {
  if (handler === undefined)
    throw new PluginError('NotImplementedError', `This plugin does not support ${what}.`);
  return handler;
}
