import { toolManifestSchema, type ToolManifest } from '../../wire/tool-manifest.ts';
import type { ToolDescription } from '../../wire/tool-call-request.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { unknownArgument } from '../../checks/unknown-argument.ts';
import { describeIssue } from '../../errors/describe-issue.ts';

/**
 * The manifests that an owner confirmed, by canonical tool id. A manifest that is declared with the tool takes
 * precedence. A manifest that is not confirmed is rejected, because it is only inferred.
 */
export class ConfirmedManifests {
  readonly #manifests = new Map<string, ToolManifest>();
  readonly #known = new WeakMap<ToolDescription, ToolDescription>();

  constructor(manifests: Readonly<Record<string, unknown>>) {
    for (const [id, value] of Object.entries(manifests)) {
      const parsed = toolManifestSchema.safeParse(value);
      if (!parsed.success) {
        throw refused(id, `not valid: ${describeIssue({ error: parsed.error, value, fields: FIELDS })}`);
      }
      if (!parsed.data.confirmed) throw refused(id, 'not confirmed. Review it and set confirmed to true.');
      // A draft that the owner confirmed counts as declared with the tool.
      this.#manifests.set(id, { ...parsed.data, origin: 'declared' });
    }
  }

  /** Returns the tool with its confirmed manifest, or the same object when there is none. */
  apply(tool: ToolDescription): ToolDescription {
    const manifest = tool.manifest ? undefined : this.#manifests.get(tool.id);
    if (!manifest) return tool;
    let known = this.#known.get(tool);
    if (!known) {
      const problem = unknownArgument(manifest, tool.parameters);
      if (problem !== undefined) throw refused(tool.id, `not valid: ${problem}`);
      known = { ...tool, manifest };
      this.#known.set(tool, known);
    }
    return known;
  }
}

const FIELDS = Object.keys(toolManifestSchema.shape);

const refused = (id: string, why: string) =>
  new SekishoError('AGENTS-E-POLICY-INVALID', `The manifest of tool "${id}" is ${why}`);
