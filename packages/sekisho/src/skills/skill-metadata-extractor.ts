import { SekishoError } from '@sekisho/engine';
import { buildManifest, selectDetail } from './load/build-manifest.ts';
import { firstParagraph } from './load/markdown-parser.ts';
import { parseSkillText } from './load/skill-text.ts';
import { createSkillServices, DEFAULT_SKILL_LIMITS, type SkillServices } from './skill-services.ts';
import { skillDescriptorSchema, skillManifestSchema } from './skill-types.ts';
import type { SkillDescriptor, SkillManifest } from './skill-types.ts';
import { createIntrospectionTools } from './tools/catalog-tools.ts';
import type { SkillTool } from './tools/skill-tool.ts';

/** Reads the metadata of a SKILL.md. */
export class SkillMetadataExtractor {
  readonly #services: Pick<SkillServices, 'markdownParser' | 'schemaValidator'>;

  constructor(services: Partial<Pick<SkillServices, 'markdownParser' | 'schemaValidator'>> = {}) {
    this.#services = createSkillServices(services);
  }

  /** Returns the manifest of a skill from the text of its SKILL.md. */
  extractManifest(descriptor: SkillDescriptor, sourceText: string): SkillManifest {
    const checked = skillDescriptorSchema.safeParse(descriptor);
    if (!checked.success) throw unusable('The descriptor of the skill is not valid.', checked.error);
    const text = sourceText.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    const parsed = parseSkillText(text, DEFAULT_SKILL_LIMITS.maxFrontMatterChars);
    if ('problem' in parsed && parsed.kind === 'broken') throw unusable(parsed.problem);
    const { header, body } = 'problem' in parsed ? { header: undefined, body: text } : parsed;
    const description = header?.description ?? firstParagraph(body, this.#services.markdownParser);
    if (description === undefined) throw unusable('The text has neither a description nor a paragraph.');
    const source = {
      descriptor: checked.data,
      name: header?.name ?? descriptor.skill_id,
      description,
      header: header ?? { tags: [], compatibility: undefined, examples: [] },
      body,
    };
    return selectDetail(buildManifest(source, this.#services), 'full');
  }

  /** Returns the tools `skill.list` and `skill.describe` for a list of manifests. */
  buildIntrospectionTools(manifests: readonly SkillManifest[]): SkillTool[] {
    for (const manifest of manifests) {
      const checked = skillManifestSchema.safeParse(manifest);
      if (checked.success) continue;
      const message = 'A manifest is not valid, so no tool can describe it. Pass manifests of loaded skills.';
      throw new SekishoError('AGENTS-E-SKILL-SCHEMA', message, { cause: checked.error });
    }
    return createIntrospectionTools(manifests);
  }
}

function unusable(message: string, cause?: unknown): SekishoError {
  return new SekishoError('AGENTS-E-SKILL-PARSE', message, { cause });
}
