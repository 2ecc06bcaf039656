import { asSchema, type FlexibleSchema, type Tool, type ToolExecutionOptions } from 'ai';
import { SekishoError } from '@sekisho/engine';

type Execute = NonNullable<Tool['execute']>;
type Options = ToolExecutionOptions<unknown>;

/** Executes the body of a call once, or returns its stored result. */
type Perform = (
  input: unknown,
  options: Options,
  body: (edited: unknown) => Promise<unknown>,
) => Promise<unknown>;

/** Returns the function of a tool with the gate in front of it. A generator function stays one. */
export function gateExecute(execute: Execute, schema: FlexibleSchema, perform: Perform): Execute {
  const argumentsOf = async (input: unknown, edited: unknown): Promise<unknown> =>
    edited === undefined ? input : validated(schema, edited);
  if (execute.constructor.name !== 'AsyncGeneratorFunction') {
    return (input: unknown, options: Options) =>
      perform(input, options, async (edited) =>
        lastOf(await execute(await argumentsOf(input, edited), options)),
      );
  }
  return async function* (input: unknown, options: Options) {
    const channel = new TransformStream<unknown, unknown>(undefined, undefined, { highWaterMark: Infinity });
    const writer = channel.writable.getWriter();
    const work = perform(input, options, async (edited) =>
      lastOf(await execute(await argumentsOf(input, edited), options), (part) => writer.write(part)),
    );
    work.finally(() => writer.close()).catch(() => undefined);
    yield* channel.readable;
    yield await work;
  };
}

/** Returns the value, or the last part of a stream of preliminary values. */
async function lastOf(value: unknown, onPart?: (part: unknown) => Promise<void>): Promise<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value;
  let last: unknown;
  for await (const part of parts(value)) {
    last = part;
    onPart?.(part).catch(() => undefined);
  }
  return last;
}

const parts = (value: object & { readonly [Symbol.asyncIterator]: unknown }): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]: () => Reflect.apply(Object(value[Symbol.asyncIterator]), value, []),
});

/** Validates the arguments with which an approver replaced those of the model. */
async function validated(schema: FlexibleSchema, edited: unknown): Promise<unknown> {
  const result = await asSchema(schema).validate?.(edited);
  if (!result) return edited;
  if (result.success) return result.value;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `The arguments that the approver entered do not match the schema of the tool, so it was not executed: ${result.error.message}`,
  );
}
