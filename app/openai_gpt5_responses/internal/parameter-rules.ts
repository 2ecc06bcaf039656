import { efforts, type ModelEntry } from '@sekisho/responses';

type Text = { readonly en_US: string; readonly ja_JP: string };

/** A parameter of a model in Dify's user interface. */
export type ParameterRule = {
  readonly name: string;
  readonly use_template?: string;
  readonly label: Text;
  readonly type: 'int' | 'string' | 'boolean' | 'text';
  readonly help: Text;
  readonly required: false;
  readonly default?: string | number | boolean;
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly string[];
};

/** The maximum of output tokens in the parameter contract, independent of the model. */
const MAX_OUTPUT_TOKENS = 128_000;

/** Returns the parameters of a model. An unknown model has the parameters of a GPT-5 model. */
export function toParameterRules(entry: ModelEntry | undefined): ParameterRule[] {
  const doesReason = entry === undefined || entry.efforts.length > 0;
  return [
    rule('max_output_tokens', 'int', ['Max output tokens', '最大出力トークン数'], {
      use_template: 'max_tokens',
      default: 8192,
      min: 1,
      max: Math.min(MAX_OUTPUT_TOKENS, entry?.maxOutputTokens ?? MAX_OUTPUT_TOKENS),
      help: text(
        'The limit of reasoning and answer together. With a low limit the answer may be empty.',
        '推論と回答を合わせた上限です。小さすぎると回答の余地がなくなります。',
      ),
    }),
    ...(doesReason ? reasoningRules(entry) : []),
    rule('verbosity', 'string', ['Verbosity', '回答の詳しさ'], {
      default: 'medium',
      options: ['low', 'medium', 'high'],
      help: text('The length of the answer.', '回答の長さです。'),
    }),
    rule('response_format', 'string', ['Response format', '回答の形式'], {
      default: 'text',
      options: ['text', 'json_schema'],
      help: text(
        'json_schema makes the answer follow a schema.',
        'json_schema では回答がスキーマに従います。',
      ),
    }),
    rule('json_schema', 'text', ['JSON Schema', 'JSON スキーマ'], {
      help: text(
        'Required for json_schema: {"name": "…", "schema": {…}, "strict": true}, or the schema alone.',
        'json_schema のとき必須です。{"name": "…", "schema": {…}, "strict": true} またはスキーマのみを書きます。',
      ),
    }),
    rule('tool_choice', 'string', ['Tool choice', 'ツールの選択'], {
      default: 'auto',
      help: text(
        'auto, none, required, or the name of the one tool to call.',
        'auto、none、required、または呼び出すツールの名前です。',
      ),
    }),
    rule('parallel_tool_calls', 'boolean', ['Parallel tool calls', 'ツールの並列呼び出し'], {
      default: true,
      help: text(
        'Allows several tool calls in one response.',
        '1 回の応答で複数のツールを呼び出せるようにします。',
      ),
    }),
    rule('enable_stream', 'boolean', ['Stream', 'ストリーミング'], {
      default: true,
      help: text('Displays the answer while it is generated.', '回答を生成しながら表示します。'),
    }),
  ];
}

function reasoningRules(entry: ModelEntry | undefined): ParameterRule[] {
  return [
    rule('reasoning_effort', 'string', ['Reasoning effort', '推論の強さ'], {
      default: entry?.defaultEffort ?? 'medium',
      options: [...(entry?.efforts ?? efforts.filter((effort) => effort !== 'max'))],
      help: text('The amount of reasoning before the answer.', '回答の前に行う推論の量です。'),
    }),
    rule('reasoning_summary', 'string', ['Reasoning summary', '推論の要約'], {
      default: 'auto',
      options: ['auto', 'concise', 'detailed'],
      help: text('The format of the reasoning summary.', '推論の要約の形式です。'),
    }),
    rule('show_reasoning', 'boolean', ['Show reasoning', '推論を表示'], {
      default: true,
      help: text(
        'Puts the summary before the answer in <think> tags. It has no effect with json_schema.',
        '要約を <think> タグで回答の前に付けます。json_schema のときは付けません。',
      ),
    }),
  ];
}

function rule(
  name: string,
  type: ParameterRule['type'],
  [en, ja]: readonly [string, string],
  rest: Omit<ParameterRule, 'name' | 'type' | 'label' | 'required'>,
): ParameterRule {
  const { help, ...limits } = rest;
  return { name, label: text(en, ja), type, help, required: false, ...limits };
}

function text(en: string, ja: string): Text {
  return { en_US: en, ja_JP: ja };
}
