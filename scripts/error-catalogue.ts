import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_CATALOGUE } from 'sekisho';
import { renderErrorCatalogue } from './render-error-catalogue.ts';

await writeFile(join(import.meta.dirname, '../docs/errors.md'), renderErrorCatalogue(ERROR_CATALOGUE));
console.log(`docs/errors.md: ${Object.keys(ERROR_CATALOGUE).length} codes.`);
