import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** The generated types of the chat API, which are part of the repository so that the compiler checks their use. */
export const TYPES_FILE = join(import.meta.dirname, 'chat-api.ts');

const HEADER = '// Generated from /openapi.json by `npm run openapi:types`. Do not edit.\n\n';

/** Writes the types of a served OpenAPI document as TypeScript. */
export async function generateTypes(document: string): Promise<string> {
  return HEADER + astToString(await openapiTypescript(document));
}

/** The types that are in the repository. */
export function readTypes(): Promise<string> {
  return readFile(TYPES_FILE, 'utf8');
}
