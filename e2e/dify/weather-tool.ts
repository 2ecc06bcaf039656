const text = (english: string) => ({ en_US: english });

/** A tool as Dify passes it to an agent: one parameter that the model sets. */
export const weatherTool = {
  identity: {
    author: 'test',
    name: 'get_weather',
    label: text('Weather'),
    provider: 'test/weather/weather',
    icon: null,
  },
  parameters: [
    {
      name: 'city',
      type: 'string',
      form: 'llm',
      required: true,
      llm_description: 'A city',
      human_description: text('A city'),
      label: text('City'),
      default: null,
      min: null,
      max: null,
      options: [],
    },
  ],
  description: { human: text('The weather'), llm: 'Current weather of a city' },
  output_schema: {},
  has_runtime_parameters: false,
  runtime_parameters: {},
  credential_id: null,
  provider_type: 'builtin',
};
