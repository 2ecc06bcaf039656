import { toolManifestSchema, type ToolManifest } from '../../contracts/tool-manifest.ts';
import type { ToolDescription } from '../../contracts/tool-call-request.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { unknownArgument } from '../../sdk/unknown-argument.ts';
import { describeIssue } from '../../errors/describe-issue.ts';

/**
 * The manifests that an owner confirmed, by canonical tool id. What was declared with the tool itself comes first; a
 * manifest that is not confirmed is refused, because a draft is a guess.
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
      // A draft that the owner confirmed is the owner's word, as if it had been declared with the tool.
      this.#manifests.set(id, { ...parsed.data, origin: 'declared' });
    }
  }

  /** The same tool with its confirmed manifest; the very same object when there is none. */
  apply(tool: ToolDescription, onNew: (tool: ToolDescription) => void): ToolDescription {
    const manifest = tool.manifest ? undefined : this.#manifests.get(tool.id);
    if (!manifest) return tool;
    let known = this.#known.get(tool);
    if (!known) {
      const problem = unknownArgument(manifest, tool.parameters);
      if (problem !== undefined) throw refused(tool.id, `not valid: ${problem}`);
      known = { ...tool, manifest };
      this.#known.set(tool, known);
      onNew(known);
    }
    return known;
  }
}

const FIELDS = Object.keys(toolManifestSchema.shape);

const refused = (id: string, why: string) =>
  new SekishoError('AGENTS-E-POLICY-INVALID', `The manifest of tool "${id}" is ${why}`);
