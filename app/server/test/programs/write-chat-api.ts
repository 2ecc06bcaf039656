import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../src/config/env.ts';
import { createService } from '../../src/composition/create-service.ts';
import { generateTypes, TYPES_FILE } from '../openapi/generate-types.ts';

/** Regenerates the types of the chat API. Run it after a change of a route or a schema. */
const dataDir = mkdtempSync(join(tmpdir(), 'sekisho-openapi-'));
const { app, close } = createService(readSettings({ SEKISHO_DATA_DIR: dataDir }));
const document = await (await app.request('http://localhost/openapi.json')).text();
writeFileSync(TYPES_FILE, await generateTypes(document));
await close();
rmSync(dataDir, { recursive: true, force: true });
