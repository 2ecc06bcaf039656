import { parse } from 'yaml';
import type { z } from 'zod';
import type { PackageFiles, PackageProblem } from './package-files.ts';

/** Reads YAML files of a package and collects all problems. */
export class PackageReader {
  readonly files: PackageFiles;
  readonly problems: PackageProblem[] = [];

  constructor(files: PackageFiles) {
    this.files = files;
  }

  report(file: string, problem: string, where = ''): void {
    this.problems.push({ file, where, problem });
  }

  /** Returns the checked content of a file; reports a problem and returns undefined when it is invalid. */
  read<Content>(file: string, schema: z.ZodType<Content>): Content | undefined {
    const bytes = this.files.get(file);
    if (bytes === undefined) {
      this.report(file, 'is missing');
      return undefined;
    }
    const parsed = schema.safeParse(this.#parse(file, bytes));
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) this.report(file, message, path.join('.'));
    return undefined;
  }

  /** Reports a problem when the icon does not exist below `_assets`. */
  requireAsset(file: string, icon: string | undefined): void {
    if (icon !== undefined && !this.files.has(`_assets/${icon}`)) this.report(file, `needs _assets/${icon}`);
  }

  #parse(file: string, bytes: Uint8Array): unknown {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return parse(text, { uniqueKeys: true, merge: true, maxAliasCount: 20 });
    } catch (cause) {
      this.report(file, cause instanceof Error ? `is not YAML: ${cause.message}` : 'is not YAML');
      return undefined;
    }
  }
}
