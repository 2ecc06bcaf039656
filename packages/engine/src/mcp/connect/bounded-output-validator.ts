import type { JsonSchemaType, jsonSchemaValidator, JsonSchemaValidator } from '@modelcontextprotocol/client';
import { valueCheck } from '../../checks/value-check.ts';

/**
 * Validates structured results for the official client. Both the schema and the value come from the untrusted server
 * and could together cause unbounded work, so that patterns are never executed and the number of followed references
 * is limited.
 */
export class BoundedOutputValidator implements jsonSchemaValidator {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const check = valueCheck(withoutPatterns(schema), 'fit');
    return (input) => {
      let problem: string | undefined;
      const isValid = (value: unknown): value is T => (problem = check(value)) === undefined;
      return isValid(input)
        ? { valid: true, data: input, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: problem ?? '' };
    };
  }
}

function withoutPatterns(schema: object): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, item: unknown) =>
    key === 'pattern' && typeof item === 'string' ? undefined : item,
  );
  return JSON.parse(text);
}
