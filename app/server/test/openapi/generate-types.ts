import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** The generated types of the chat API. They are part of the repository, so that the compiler checks their use. */
export const TYPES_FILE = join(import.meta.dirname, 'chat-api.ts');

const HEADER = '// Generated from /openapi.json by `npm run openapi:types`. Do not edit.\n\n';

/** Generates TypeScript types from a served OpenAPI document. */
export async function generateTypes(document: string): Promise<string> {
  return HEADER + astToString(await openapiTypescript(document));
}

/** Returns the types in the repository. */
export function readTypes(): Promise<string> {
  return readFile(TYPES_FILE, 'utf8');
}
