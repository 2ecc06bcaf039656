import type { JsonSchema } from '../../contracts/skill-json-schema.ts';
import { valueCheck, type ValueCheck } from '../../contracts/value-check.ts';

/** Turns a JSON Schema into a check of values. */
export interface SchemaValidator {
  compile(schema: JsonSchema): ValueCheck;
}

/** JSON Schema without code generation; anything that cannot be judged counts as a misfit. */
export class CfworkerSchemaValidator implements SchemaValidator {
  compile(schema: JsonSchema): ValueCheck {
    // Nobody else checks what a skill is given.
    return valueCheck(schema, 'do not fit');
  }
}
