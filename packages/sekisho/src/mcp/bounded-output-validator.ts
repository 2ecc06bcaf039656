import type { jsonSchemaValidator, JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/client';
import { valueCheck } from '../contracts/value-check.ts';

/**
 * The check that the official client makes of what a server answers. Schema and answer come from the same stranger, so
 * that both together could keep us busy for ever: no pattern is run at all, and references are followed so often only.
 */
export class BoundedOutputValidator implements jsonSchemaValidator {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const check = valueCheck(withoutPatterns(schema), 'fit');
    return (input) => {
      const problem = check(input);
      return problem === undefined
        ? { valid: true, data: Reflect.get(Object({ input }), 'input'), errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: problem };
    };
  }
}

function withoutPatterns(schema: object): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, item: unknown) =>
    key === 'pattern' && typeof item === 'string' ? undefined : item,
  );
  return JSON.parse(text);
}
