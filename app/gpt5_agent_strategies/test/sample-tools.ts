import { toolEntitySchema, type ToolEntity } from '../internal/tool-entity.ts';

/** A tool in the format of Dify's agent node. */
export const searchTool = {
  identity: {
    author: 'langgenius',
    name: 'search',
    label: { en_US: 'Search' },
    provider: 'langgenius/web/web',
    icon: null,
  },
  parameters: [
    parameter('q', { required: true, llm_description: 'What to look for' }),
    parameter('sort', {
      type: 'select',
      options: [
        { value: 'new', label: {} },
        { value: 'old', label: {} },
      ],
    }),
    parameter('limit', { type: 'number' }),
    parameter('region', { form: 'form', required: true }),
    parameter('picture', { type: 'file' }),
  ],
  description: { human: { en_US: 'Search' }, llm: 'Searches the web' },
  output_schema: {},
  has_runtime_parameters: false,
  runtime_parameters: { region: 'jp' },
  credential_id: null,
  provider_type: 'builtin',
};

export function parameter(name: string, fields: object = {}): object {
  return {
    name,
    type: 'string',
    form: 'llm',
    required: false,
    llm_description: null,
    human_description: { en_US: `The ${name}` },
    label: {},
    default: null,
    min: null,
    max: null,
    options: null,
    input_schema: null,
    ...fields,
  };
}

/** Creates a tool with another name, provider or parameters. */
export function tool(name: string, fields: object = {}, provider = 'a/b/c'): object {
  return { ...searchTool, identity: { ...searchTool.identity, name, provider }, parameters: [], ...fields };
}

export function toEntity(value: unknown): ToolEntity {
  return toolEntitySchema.parse(value);
}
