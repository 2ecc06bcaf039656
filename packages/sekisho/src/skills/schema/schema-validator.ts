import { valueCheck, type ValueCheck } from '@sekisho/engine/integration';
import type { JsonSchema } from '../types/skill-json-schema.ts';

/** Compiles a JSON Schema to a function that validates values. */
export interface SchemaValidator {
  compile(schema: JsonSchema): ValueCheck;
}

/** Validates with JSON Schema without code generation. Values that cannot be validated are rejected. */
export class CfworkerSchemaValidator implements SchemaValidator {
  compile(schema: JsonSchema): ValueCheck {
    // The input of a skill is not validated anywhere else.
    return valueCheck(schema, 'do not fit');
  }
}
