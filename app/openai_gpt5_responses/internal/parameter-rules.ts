import { efforts, type ModelEntry } from '@sekisho/responses';

type Text = { readonly en_US: string; readonly ja_JP: string };

/** One setting of a model, as Dify shows it. */
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

/** The largest answer that the parameter contract allows, whatever a model could do. */
const MAX_OUTPUT_TOKENS = 128_000;

/** The settings of a model; one that the registry does not know gets the settings of a GPT-5 model. */
export function toParameterRules(entry: ModelEntry | undefined): ParameterRule[] {
  const doesReason = entry === undefined || entry.efforts.length > 0;
  return [
    rule('max_output_tokens', 'int', ['Max output tokens', '最大出力トークン数'], {
      use_template: 'max_tokens',
      default: 8192,
      min: 1,
      max: Math.min(MAX_OUTPUT_TOKENS, entry?.maxOutputTokens ?? MAX_OUTPUT_TOKENS),
      help: text(
        'The limit for reasoning and answer together. Too little leaves no room for the answer.',
        '推論と回答を合わせた上限です。小さすぎると回答の余地がなくなります。',
      ),
    }),
    ...(doesReason ? reasoningRules(entry) : []),
    rule('verbosity', 'string', ['Verbosity', '回答の詳しさ'], {
      default: 'medium',
      options: ['low', 'medium', 'high'],
      help: text('How much the model says.', '回答の長さの目安です。'),
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
        'Needed for json_schema: {"name": "…", "schema": {…}, "strict": true}, or the schema alone.',
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
      help: text('Several tool calls in one answer.', '一度の回答で複数のツールを呼び出せます。'),
    }),
    rule('enable_stream', 'boolean', ['Stream', 'ストリーミング'], {
      default: true,
      help: text('Show the answer while it is written.', '回答を生成しながら表示します。'),
    }),
  ];
}

function reasoningRules(entry: ModelEntry | undefined): ParameterRule[] {
  return [
    rule('reasoning_effort', 'string', ['Reasoning effort', '推論の強さ'], {
      default: entry?.defaultEffort ?? 'medium',
      options: [...(entry?.efforts ?? efforts.filter((effort) => effort !== 'max'))],
      help: text('How long the model thinks before it answers.', '回答の前にどれだけ考えるかです。'),
    }),
    rule('reasoning_summary', 'string', ['Reasoning summary', '推論の要約'], {
      default: 'auto',
      options: ['auto', 'concise', 'detailed'],
      help: text('How the thoughts are summed up.', '考えた内容の要約のしかたです。'),
    }),
    rule('show_reasoning', 'boolean', ['Show reasoning', '推論を表示'], {
      default: true,
      help: text(
        'Put the summary before the answer in <think> tags; never together with json_schema.',
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
