import { removeHidden } from '@sekisho/engine/integration';
import type { SkillDescriptor } from '../types/skill-descriptor.ts';
import type { SkillExample } from '../types/skill-example.ts';
import type { SkillManifest } from '../types/skill-manifest.ts';
import type { SkillSummary } from '../types/skill-summary.ts';
import type { SkillHeader } from '../parse/skill-header.ts';
import type { SkillServices } from '../skill-services.ts';
import { extractConstraints, extractExamples } from './extract-details.ts';

/** The input of `buildManifest()`. */
export interface ManifestSource {
  readonly descriptor: SkillDescriptor;
  readonly name: string;
  readonly description: string;
  readonly header: Pick<SkillHeader, 'tags' | 'compatibility' | 'examples'>;
  readonly body: string;
}

/** Creates a manifest. The body is parsed when examples or constraints are first read. */
export function buildManifest(
  source: ManifestSource,
  services: Pick<SkillServices, 'markdownParser' | 'schemaValidator'>,
): SkillManifest {
  const { descriptor, header } = source;
  let details: { readonly examples: SkillExample[]; readonly constraints: string[] } | undefined;
  const parseBody = () => {
    const blocks = services.markdownParser.parse(source.body);
    const checkInput = services.schemaValidator.compile(descriptor.input_schema);
    return {
      examples: extractExamples(blocks, header.examples, checkInput),
      constraints: extractConstraints(blocks, header.compatibility),
    };
  };
  return {
    skill_id: descriptor.skill_id,
    name: source.name,
    overview: removeHidden(source.description).replace(/\s+/g, ' ').trim(),
    tags: [...header.tags],
    get usage_examples() {
      details ??= parseBody();
      return details.examples;
    },
    get constraints() {
      details ??= parseBody();
      return details.constraints;
    },
    input_schema: descriptor.input_schema,
    ...(descriptor.output_schema ? { output_schema: descriptor.output_schema } : {}),
  };
}

/** The level of detail of a manifest. */
export type SkillDetailLevel = 'summary' | 'full';

const SUMMARY_EXAMPLES = 1;
const SUMMARY_CONSTRAINTS = 5;

/** Returns a plain copy of a manifest. A summary contains the first example and the first few constraints. */
export function selectDetail(manifest: SkillManifest, level: SkillDetailLevel): SkillManifest {
  const copy = { ...manifest };
  if (level === 'full') return copy;
  return {
    ...copy,
    usage_examples: copy.usage_examples.slice(0, SUMMARY_EXAMPLES),
    constraints: copy.constraints.slice(0, SUMMARY_CONSTRAINTS),
  };
}

/** Returns the entry of a manifest in the list of skills. */
export function summarizeManifest({ skill_id, name, overview, tags }: SkillManifest): SkillSummary {
  return { skill_id, name, overview, tags };
}
