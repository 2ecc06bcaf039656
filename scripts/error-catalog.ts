import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_CATALOG } from 'sekisho';
import { renderErrorCatalog } from './render-error-catalog.ts';

await writeFile(join(import.meta.dirname, '../docs/errors.md'), renderErrorCatalog(ERROR_CATALOG));
console.log(`docs/errors.md: ${Object.keys(ERROR_CATALOG).length} codes.`);
