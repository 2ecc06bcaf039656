import { unzipFiles } from '@sekisho/dify-plugin/packer';
import { parse } from 'yaml';
import type { Sample } from './find-rejected.ts';

/** Returns the YAML files of a package that Dify has a model for. */
export function readDeclarations(bytes: Uint8Array): Sample[] {
  const { files } = unzipFiles(bytes);
  return [...files].flatMap(([name, content]) => {
    const kind = kindOf(name, [...files.keys()]);
    return kind === undefined ? [] : [{ kind, name, data: parse(Buffer.from(content).toString('utf8')) }];
  });
}

function kindOf(name: string, others: readonly string[]): Sample['kind'] | undefined {
  if (name === 'manifest.yaml') return 'manifest';
  if (!name.endsWith('.yaml') || name.includes('/_')) return undefined;
  if (name.startsWith('models/')) return 'model';
  if (name.startsWith('strategies/')) return 'strategy';
  if (!name.startsWith('provider/')) return undefined;
  return others.some((other) => other.startsWith('strategies/')) ? 'agent_provider' : 'model_provider';
}
