import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LLMOutputParser } from './llm-output-parser.ts';
import { templateErrorClasses } from './template-draft.ts';

const parser = new LLMOutputParser();
const SCHEMA = 'ai_chat_process_template.v1';
const step = (over: object = {}) => ({ seq: 1, name: '準備', basis: 'goal', offsetDays: -5, ...over });
const next = (over: object = {}) => ({ seq: 2, name: '実施', basis: 'prev', offsetDays: 3, ...over });
const doc = (steps: unknown = [step()], over: object = {}) => ({
  schema: SCHEMA,
  answer: '下書きです',
  process_template_draft: { name: '採用', stepTemplates: steps },
  ...over,
});
const good = JSON.stringify(doc());
const fence = (json: string, open = '```json', close = '```') => `説明です。\n\n${open}\n${json}\n${close}`;
const fenced = (value: unknown) => fence(JSON.stringify(value));
const draft = (...steps: unknown[]) => fenced(doc(steps));
const other = fence('const a = 1;', '```ts');
const padded = (bytes: number) => {
  const bare = JSON.stringify(doc([step()], { answer: '' }));
  const kana = Math.floor((bytes - Buffer.byteLength(bare)) / 3);
  const text = 'あ'.repeat(kana) + 'a'.repeat(bytes - Buffer.byteLength(bare) - kana * 3);
  return fence(JSON.stringify(doc([step()], { answer: text })));
};

type Row = [name: string, text: string, expected: string];

const fences: Row[] = [
  ['a json fence at the end', fence(good), 'ok'],
  ['a json fence and text after it', `${fence(good)}\n\nいかがでしょうか。`, 'ok'],
  ['a json fence with nothing before it', `\`\`\`json\n${good}\n\`\`\``, 'ok'],
  ['pretty JSON', fence(JSON.stringify(doc(), null, 2)), 'ok'],
  ['JSON with tabs', fence(JSON.stringify(doc(), null, '\t')), 'ok'],
  ['CRLF line endings', fence(JSON.stringify(doc(), null, 2)).replaceAll('\n', '\r\n'), 'ok'],
  ['CR line endings', fence(good).replaceAll('\n', '\r'), 'ok'],
  ['mixed line endings', `説明\r\n\`\`\`json\n${good}\r\n\`\`\`\n`, 'ok'],
  ['a byte order mark before a fence on the first line', `\uFEFF\`\`\`json\n${good}\n\`\`\``, 'ok'],
  ['two byte order marks', `\uFEFF\uFEFF\`\`\`json\n${good}\n\`\`\``, 'NonJsonFence'],
  ['an upper-case label', fence(good, '```JSON'), 'ok'],
  ['a mixed-case label', fence(good, '```Json'), 'ok'],
  ['a space before the label', fence(good, '``` json'), 'ok'],
  ['a tab before the label', fence(good, '```\tjson'), 'ok'],
  ['spaces after the label', fence(good, '```json   '), 'ok'],
  ['more text after the label', fence(good, '```json title="a"'), 'ok'],
  ['four backticks', fence(good, '````json', '````'), 'ok'],
  ['a longer closing fence', fence(good, '```json', '``````'), 'ok'],
  ['a shorter closing fence', fence(good, '````json', '```'), 'JsonParseError/UnclosedFence'],
  ['a tilde fence', fence(good, '~~~json', '~~~'), 'ok'],
  ['a tilde fence closed by backticks', fence(good, '~~~json', '```'), 'JsonParseError/UnclosedFence'],
  ['a backtick fence closed by tildes', fence(good, '```json', '~~~'), 'JsonParseError/UnclosedFence'],
  ['one space of indentation', fence(good, ' ```json', ' ```'), 'ok'],
  ['three spaces of indentation', fence(good, '   ```json', '   ```'), 'ok'],
  ['four spaces of indentation', fence(good, '    ```json', '    ```'), 'MissingFence'],
  ['a tab of indentation', fence(good, '\t```json', '\t```'), 'MissingFence'],
  ['a closing fence with four spaces', fence(good, '```json', '    ```'), 'JsonParseError/UnclosedFence'],
  ['a closing fence with spaces after it', fence(good, '```json', '```  \t'), 'ok'],
  ['a closing fence with a word after it', fence(good, '```json', '```end'), 'JsonParseError/UnclosedFence'],
  ['a full-width space after the closing fence', fence(good, '```json', '```\u3000'), 'ok'],
  ['a block quote', `> \`\`\`json\n> ${good}\n> \`\`\``, 'MissingFence'],
  ['two backticks', fence(good, '``json', '``'), 'MissingFence'],
  ['full-width backticks', fence(good, '｀｀｀json', '｀｀｀'), 'MissingFence'],
  ['apostrophes', fence(good, "'''json", "'''"), 'MissingFence'],
  ['a full-width label', fence(good, '```ｊｓｏｎ'), 'ok'],
  ['everything on one line', `\`\`\`json ${good} \`\`\``, 'MissingFence'],
  [
    'the closing fence on the last line of the JSON',
    `\`\`\`json\n${good}\`\`\``,
    'JsonParseError/UnclosedFence',
  ],
  ['the JSON on the line of the opening fence', `\`\`\`json ${good}\n\`\`\``, 'JsonParseError/InvalidJson'],
  ['no closing fence', `\`\`\`json\n${good}`, 'ok'],
  ['no closing fence and white space at the end', `\`\`\`json\n${good}\n \n`, 'ok'],
  [
    'no closing fence and prose after the JSON',
    `\`\`\`json\n${good}\n以上です。`,
    'JsonParseError/UnclosedFence',
  ],
  ['no closing fence and another schema', '```json\n{"schema":"other"}', 'SchemaMismatch'],
  ['no closing fence and truncated JSON', `\`\`\`json\n${good.slice(0, 60)}`, 'JsonParseError/UnclosedFence'],
  ['an opening fence at the end', '説明\n```json', 'JsonParseError/UnclosedFence'],
  ['an opening fence and a line ending', '説明\n```json\n', 'JsonParseError/UnclosedFence'],
  ['an empty fence', '```json\n```', 'JsonParseError/InvalidJson'],
  ['a fence of blank lines', '```json\n\n\n```', 'JsonParseError/InvalidJson'],
  ['no text', '', 'MissingFence'],
  ['white space', ' \n\t\n', 'MissingFence'],
  ['prose', 'こんにちは。業種を教えてください。', 'MissingFence'],
  ['bare JSON', good, 'MissingFence'],
  ['JSON in inline code', `これです: \`${good}\``, 'MissingFence'],
  ['a label without a fence', `json\n${good}`, 'MissingFence'],
  ['an HTML code block', `<pre><code>${good}</code></pre>`, 'MissingFence'],
  ['a list item', `- 下書き\n  \`\`\`json\n  ${good}\n  \`\`\``, 'ok'],
  ['a fence inside a sentence', `これは \`\`\`json\n${good}\n\`\`\``, 'NonJsonFence'],
];

const choices: Row[] = [
  ['a json fence and then another', `${fence(good)}\n${other}`, 'ok'],
  ['another and then a json fence', `${other}\n${fence(good)}`, 'ok'],
  ['a json fence and then an unlabeled object', `${fence(good)}\n${fence('{}', '```')}`, 'ok'],
  ['two json fences, the last one valid', `${fence('{}')}\n${fence(good)}`, 'ok'],
  ['two json fences, the last one invalid', `${fence(good)}\n${fence('{}')}`, 'SchemaMismatch'],
  [
    'two json fences, the last one truncated',
    `${fence(good)}\n\`\`\`json\n{"sch`,
    'JsonParseError/UnclosedFence',
  ],
  ['two json fences, the last one empty', `${fence(good)}\n\`\`\`json\n\`\`\``, 'JsonParseError'],
  ['a json fence and an unclosed other one', `${fence(good)}\n\`\`\`ts\nconst`, 'ok'],
  ['an unlabeled fence', fence(good, '```'), 'ok'],
  ['an unlabeled tilde fence', fence(good, '~~~', '~~~'), 'ok'],
  ['an unlabeled fence with spaces around the object', fence(`\n  ${good}  \n`, '```'), 'ok'],
  ['a fence with another label', fence(good, '```text'), 'ok'],
  ['a jsonc label', fence(good, '```jsonc'), 'ok'],
  ['a json5 label and a comment', fence(`{/* a */${good.slice(1)}`, '```json5'), 'JsonParseError'],
  ['an unlabeled list', fence(`[${good}]`, '```'), 'NonJsonFence'],
  ['unlabeled text', fence('npm install', '```'), 'NonJsonFence'],
  ['an unlabeled empty fence', '```\n```', 'NonJsonFence'],
  ['code that begins and ends with braces', fence('{ return 1; }', '```js'), 'JsonParseError'],
  ['code that only begins with a brace', fence('{ a } b', '```'), 'NonJsonFence'],
  ['code that only ends with a brace', fence('x = {}', '```'), 'NonJsonFence'],
  ['an object and then unlabeled text', `${fence(good, '```')}\n${fence('end', '```')}`, 'NonJsonFence'],
  ['text and then an unlabeled object', `${fence('a', '```')}\n${fence(good, '```')}`, 'ok'],
  ['an unlabeled unclosed object', `\`\`\`\n${good}`, 'ok'],
  ['an unlabeled object that is truncated', `\`\`\`\n${good.slice(0, 60)}`, 'NonJsonFence'],
  ['an unlabeled unclosed text', '```\nabc', 'NonJsonFence'],
  ['an unlabeled object after a full-width space', fence(`\u3000${good}`, '```'), 'NonJsonFence'],
  ['an unlabeled object after a byte order mark', fence(`\uFEFF${good}`, '```'), 'NonJsonFence'],
  ['a json fence inside a longer fence', `\`\`\`\`md\n${fence(good)}\n\`\`\`\``, 'NonJsonFence'],
  ['a json fence inside a tilde fence', `~~~md\n${fence(good)}\n~~~`, 'NonJsonFence'],
  ['a tilde fence inside a json fence', fence(`~~~\n${good}\n~~~`), 'JsonParseError'],
  ['a fence inside a json fence', fence(fence(good)), 'JsonParseError'],
  ['a quoted example and then the real one', `\`\`\`\`md\n${fence('{}')}\n\`\`\`\`\n${fence(good)}`, 'ok'],
  ['the real one and then a quoted example', `${fence(good)}\n\`\`\`\`md\n${fence('{}')}\n\`\`\`\``, 'ok'],
  ['fences in a JSON string', fenced(doc([step()], { answer: '```json {} ```' })), 'ok'],
  [
    'fences with line endings in a JSON string',
    fenced(doc([step()], { answer: 'a\n```\nb\n```json\n{}' })),
    'ok',
  ],
  [
    'a raw line ending and a fence in a string',
    fence(good.replace('下書きです', 'a\n```\nb')),
    'JsonParseError',
  ],
  ['a second fence on the line of the first', '```json ```json\n{}\n```', 'NonJsonFence'],
];

const json: Row[] = [
  ['a comment', fence(`{/* a */${good.slice(1)}`), 'JsonParseError'],
  ['a line comment', fence(`{// a\n${good.slice(1)}`), 'JsonParseError'],
  ['a hash comment', fence(`# a\n${good}`), 'JsonParseError'],
  ['a trailing comma in an object', fence(`${good.slice(0, -1)},}`), 'JsonParseError'],
  ['a trailing comma in a list', fence(good.replace(']', ',]')), 'JsonParseError'],
  ['single quotes', fence(good.replaceAll('"', "'")), 'JsonParseError'],
  ['curly quotes', fence(good.replaceAll('"', '”')), 'JsonParseError'],
  ['full-width braces', fence(good.replace('{', '｛')), 'JsonParseError'],
  ['a full-width colon', fence(good.replace(':', '：')), 'JsonParseError'],
  ['a full-width comma', fence(good.replace(',', '，')), 'JsonParseError'],
  ['a full-width digit', fence(good.replace('"seq":1', '"seq":１')), 'JsonParseError'],
  ['a Unicode minus sign', fence(good.replace('-5', '−5')), 'JsonParseError'],
  ['keys without quotes', fence(good.replace('"schema"', 'schema')), 'JsonParseError'],
  ['NaN', fence(good.replace('-5', 'NaN')), 'JsonParseError'],
  ['Infinity', fence(good.replace('-5', 'Infinity')), 'JsonParseError'],
  ['undefined', fence(good.replace('-5', 'undefined')), 'JsonParseError'],
  ['Python literals', fence(good.replace('-5', 'None')), 'JsonParseError'],
  ['a plus sign', fence(good.replace('-5', '+5')), 'JsonParseError'],
  ['a leading zero', fence(good.replace('-5', '05')), 'JsonParseError'],
  ['a hexadecimal number', fence(good.replace('-5', '0x5')), 'JsonParseError'],
  ['a bare decimal point', fence(good.replace('-5', '5.')), 'JsonParseError'],
  ['a tab in a string', fence(good.replace('下書き', '\t')), 'JsonParseError'],
  ['a NUL in a string', fence(good.replace('下書き', '\0')), 'JsonParseError'],
  ['an unknown escape', fence(good.replace('下書き', '\\x41')), 'JsonParseError'],
  ['a byte order mark in the fence', fence(`\uFEFF${good}`), 'JsonParseError'],
  ['a full-width space in the fence', fence(`\u3000${good}`), 'JsonParseError'],
  ['a no-break space in the fence', fence(`\u00A0${good}`), 'JsonParseError'],
  ['two objects', fence(`${good}\n${good}`), 'JsonParseError'],
  ['text after the object', fence(`${good} です`), 'JsonParseError'],
  ['truncated JSON in a closed fence', fence(good.slice(0, -2)), 'JsonParseError'],
  ['an ellipsis', fence(good.replace(']', ', ...]')), 'JsonParseError'],
  ['a raw lone surrogate', fence(good.replace('下書き', '\ud800')), 'JsonParseError/LoneSurrogate'],
  ['a raw lone low surrogate', fence(good.replace('下書き', '\udc00a')), 'JsonParseError/LoneSurrogate'],
  ['an escaped lone surrogate', fence(good.replace('下書き', '\\ud800')), 'ValidationFailed/LoneSurrogate'],
  ['an escaped lone surrogate in a name', fence(good.replace('準備', '\\udfff')), 'ValidationFailed'],
  ['an escaped pair', fence(good.replace('下書き', '\\ud83d\\ude00')), 'ok'],
  ['an emoji', fence(good.replace('下書き', '😀')), 'ok'],
  ['line separators in a string', fence(good.replace('下書き', '\u2028\u2029')), 'ok'],
  ['a duplicate key', fence(`{"schema":"${SCHEMA}",${good.slice(1)}`), 'JsonParseError/DuplicateKey'],
  [
    'a duplicate key, once escaped',
    fence(`{"\\u0073chema":"x",${good.slice(1)}`),
    'JsonParseError/DuplicateKey',
  ],
  [
    'a duplicate key in a step',
    fence(good.replace('"seq":1', '"seq":1,"seq":1')),
    'JsonParseError/DuplicateKey',
  ],
  [
    'a duplicate key in an unknown object',
    fence(`{"x":{"a":1,"a":2},${good.slice(1)}`),
    'JsonParseError/DuplicateKey',
  ],
  ['the same key in two objects', fence(`{"x":{"a":1},"y":{"a":2},${good.slice(1)}`), 'ok'],
  ['equal strings in a list', fence(`{"x":["a","a"],${good.slice(1)}`), 'ok'],
  ['a value that equals its key', fence(`{"x":"x",${good.slice(1)}`), 'ok'],
  ['braces, quotes and commas in a string', fenced(doc([step()], { answer: '{"a":1,"a":2}\\' })), 'ok'],
  ['10,000 nested lists', fence(`${'['.repeat(10_000)}${']'.repeat(10_000)}`), 'SchemaMismatch'],
  ['10,000 unclosed nested lists', fence('['.repeat(10_000)), 'JsonParseError'],
  ['5,000 nested objects', fence(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`), 'SchemaMismatch'],
  [
    'nested lists under an unknown key',
    fence(`{"x":${'['.repeat(9000)}${']'.repeat(9000)},${good.slice(1)}`),
    'ok',
  ],
  ['exactly 32,768 bytes', padded(32_768), 'ok'],
  ['32,769 bytes', padded(32_769), 'NonJsonFence/FenceTooLarge'],
  [
    'few characters but too many bytes',
    fenced(doc([], { answer: 'あ'.repeat(11_000) })),
    'NonJsonFence/FenceTooLarge',
  ],
  ['a fence of 1 MB', fence(`{"a":"${'x'.repeat(1_000_000)}"}`), 'NonJsonFence/FenceTooLarge'],
];

const shapes: Row[] = [
  ['a list', fence('[]'), 'SchemaMismatch/NotAnObject'],
  ['null', fence('null'), 'SchemaMismatch/NotAnObject'],
  ['a number', fence('1'), 'SchemaMismatch/NotAnObject'],
  ['a string', fence(JSON.stringify(good)), 'SchemaMismatch/NotAnObject'],
  ['an empty object', fence('{}'), 'SchemaMismatch/UnknownSchema'],
  ['another version', fenced({ ...doc(), schema: 'ai_chat_process_template.v2' }), 'SchemaMismatch'],
  ['the schema id with a space', fenced({ ...doc(), schema: `${SCHEMA} ` }), 'SchemaMismatch'],
  ['the schema id in upper case', fenced({ ...doc(), schema: SCHEMA.toUpperCase() }), 'SchemaMismatch'],
  ['the schema id in a list', fenced({ ...doc(), schema: [SCHEMA] }), 'SchemaMismatch'],
  [
    'the schema id under another key',
    fenced({ ...doc(), schema: undefined, $schema: SCHEMA }),
    'SchemaMismatch',
  ],
  [
    'the schema id in __proto__',
    fence(`{"__proto__":{"schema":"${SCHEMA}"},"answer":"a"}`),
    'SchemaMismatch',
  ],
  ['the document nested one level deeper', fenced({ data: doc() }), 'SchemaMismatch'],
  ['a wrong schema id and invalid steps', fenced({ ...doc(1), schema: 'x' }), 'SchemaMismatch'],
  ['__proto__ beside the other keys', fence(`{"__proto__":{"answer":1},${good.slice(1)}`), 'ok'],
  ['__proto__ in a step', fence(good.replace('{"seq"', '{"__proto__":{"name":""},"seq"')), 'ok'],
  ['a constructor key', fence(`{"constructor":{"prototype":{}},${good.slice(1)}`), 'ok'],
  ['unknown keys', fenced(doc([step({ color: 'red' })], { note: 1 })), 'ok'],
  ['no draft', fenced({ schema: SCHEMA, answer: 'a', missing_information: ['業種'] }), 'ok'],
  [
    'null for optional values',
    fenced(doc([step({ dependsOn: null, requiredArtifacts: null })], { missing_information: null })),
    'ok',
  ],
  ['null for the draft', fenced({ ...doc(), process_template_draft: null }), 'ok'],
  ['null for the answer', fenced({ ...doc(), answer: null }), 'ValidationFailed/InvalidField'],
  ['no answer', fenced({ ...doc(), answer: undefined }), 'ValidationFailed/InvalidField'],
  ['an empty answer', fenced({ ...doc(), answer: '' }), 'ok'],
  ['an answer that is a list', fenced({ ...doc(), answer: ['a'] }), 'ValidationFailed/InvalidField'],
  ['missing information as one text', fenced({ ...doc(), missing_information: '業種' }), 'ValidationFailed'],
  ['missing information with a number', fenced({ ...doc(), missing_information: [1] }), 'ValidationFailed'],
  ['a draft that is a list', fenced({ ...doc(), process_template_draft: [step()] }), 'ValidationFailed'],
  ['a draft without steps', fenced({ ...doc(), process_template_draft: { name: 'a' } }), 'ValidationFailed'],
  ['no steps', draft(), 'ValidationFailed/NoSteps'],
  ['steps that are an object', fenced(doc({ 0: step() })), 'ValidationFailed'],
  ['a null step', draft(null), 'ValidationFailed'],
  ['a step that is a number', draft(1), 'ValidationFailed'],
  ['a draft without a name', fenced({ ...doc(), process_template_draft: { stepTemplates: [step()] } }), 'ok'],
  [
    'a blank draft name',
    fenced({ ...doc(), process_template_draft: { name: ' ', stepTemplates: [step()] } }),
    'ValidationFailed',
  ],
  ['steps out of order', draft(next(), step()), 'ok'],
  ['a missing step number', draft(step(), next({ seq: 3 })), 'ValidationFailed/SeqGap'],
  ['a duplicate step number', draft(step(), step()), 'ValidationFailed/SeqDuplicate'],
  ['step numbers from 0', draft(step({ seq: 0 }), next({ seq: 1 })), 'ValidationFailed'],
  ['step numbers from 2', draft(step({ seq: 2 })), 'ValidationFailed/SeqGap'],
  ['a negative step number', draft(step({ seq: -1 })), 'ValidationFailed'],
  ['a fractional step number', draft(step({ seq: 1.5 })), 'ValidationFailed'],
  ['a step number as text', draft(step({ seq: '1' })), 'ValidationFailed'],
  ['a step number with a decimal point', fence(good.replace('"seq":1', '"seq":1.0')), 'ok'],
  ['a step number with an exponent', fence(good.replace('-5', '-0.5e1')), 'ok'],
  ['1e999', fence(good.replace('-5', '1e999')), 'ValidationFailed'],
  [
    'a step number with too many digits',
    fence(good.replace('"seq":1', '"seq":1.00000000000000000001')),
    'ok',
  ],
  ['an offset of -365', draft(step({ offsetDays: -365 })), 'ok'],
  ['an offset of 365', draft(step({ offsetDays: 365 })), 'ok'],
  ['an offset of -366', draft(step({ offsetDays: -366 })), 'ValidationFailed'],
  ['an offset of 366', draft(step({ offsetDays: 366 })), 'ValidationFailed'],
  ['a fractional offset', draft(step({ offsetDays: 0.5 })), 'ValidationFailed'],
  ['an offset as text', draft(step({ offsetDays: '-5' })), 'ValidationFailed'],
  ['no offset', draft(step({ offsetDays: undefined })), 'ValidationFailed'],
  ['null as an offset', draft(step({ offsetDays: null })), 'ValidationFailed'],
  ['minus zero', fence(good.replace('-5', '-0')), 'ok'],
  ['a first step with the basis prev', draft(step({ basis: 'prev' })), 'ValidationFailed/FirstStepBasis'],
  ['an unknown basis', draft(step({ basis: 'start' })), 'ValidationFailed'],
  ['a basis in upper case', draft(step({ basis: 'GOAL' })), 'ValidationFailed'],
  ['no basis', draft(step({ basis: undefined })), 'ValidationFailed'],
  ['an empty name', draft(step({ name: '' })), 'ValidationFailed'],
  ['a name of full-width spaces', draft(step({ name: '\u3000' })), 'ValidationFailed'],
  ['a name of 200 characters', draft(step({ name: 'あ'.repeat(200) })), 'ok'],
  ['a name of 201 characters', draft(step({ name: 'あ'.repeat(201) })), 'ValidationFailed'],
  ['no name', draft(step({ name: undefined })), 'ValidationFailed'],
  ['a number as a name', draft(step({ name: 1 })), 'ValidationFailed'],
  ['a dependency', draft(step(), next({ dependsOn: [1] })), 'ok'],
  ['no dependencies', draft(step({ dependsOn: [] })), 'ok'],
  ['a dependency that is not a list', draft(step(), next({ dependsOn: 1 })), 'ValidationFailed'],
  ['a dependency as text', draft(step(), next({ dependsOn: ['1'] })), 'ValidationFailed'],
  [
    'a dependency on a missing step',
    draft(step(), next({ dependsOn: [9] })),
    'ValidationFailed/DependencyUnknown',
  ],
  ['a dependency on 0', draft(step(), next({ dependsOn: [0] })), 'ValidationFailed/DependencyUnknown'],
  [
    'a duplicate dependency',
    draft(step(), next({ dependsOn: [1, 1] })),
    'ValidationFailed/DependencyDuplicate',
  ],
  [
    'a dependency on a later step',
    draft(step({ dependsOn: [2] }), next()),
    'ValidationFailed/ForwardReference',
  ],
  ['a dependency on itself', draft(step({ dependsOn: [1] })), 'ValidationFailed/Cycle'],
  ['a cycle', draft(step({ dependsOn: [2] }), next({ dependsOn: [1] })), 'ValidationFailed/Cycle'],
  ['artifacts', draft(step({ requiredArtifacts: [{ kind: '要件書', description: 'a' }] })), 'ok'],
  ['an artifact without a kind', draft(step({ requiredArtifacts: [{}] })), 'ValidationFailed'],
  ['an artifact as text', draft(step({ requiredArtifacts: ['a'] })), 'ValidationFailed'],
  ['artifacts that are not a list', draft(step({ requiredArtifacts: 'a' })), 'ValidationFailed'],
];

const rows = [...fences, ...choices, ...json, ...shapes];

describe('LLMOutputParser', () => {
  it('has many test cases with unique names', () => {
    expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(200);
  });

  it.each(rows)('parses %s', (_name, text, expected) => {
    const result = parser.extractTemplateJson(text);
    const named = result.ok ? 'ok' : `${result.errorClass}/${result.errorDetail}`;
    expect([named, named.split('/')[0]]).toContain(expected);
    expect(result.ok || result.errors.length).not.toBe(0);
  });

  it('returns the steps in order, minus zero as zero, and only keys of the schema', () => {
    const text = fenced(
      doc([next({ offsetDays: -0, color: 1 }), step()], { note: 1, missing_information: null }),
    );
    expect(parser.extractTemplateJson(text.replace('"offsetDays":0', '"offsetDays":-0'))).toEqual({
      ok: true,
      schema: SCHEMA,
      data: {
        schema: SCHEMA,
        answer: '下書きです',
        missing_information: undefined,
        process_template_draft: {
          name: '採用',
          stepTemplates: [
            { ...step(), requiredArtifacts: undefined, dependsOn: undefined },
            { ...next({ offsetDays: 0 }), requiredArtifacts: undefined, dependsOn: undefined },
          ],
        },
      },
    });
  });

  it('uses the last of two valid drafts', () => {
    const first = fenced(doc([step({ name: '古い' })]));
    const result = parser.extractTemplateJson(`${first}\n${draft(step({ name: '新しい' }))}`);
    expect(result.ok && result.data.process_template_draft?.stepTemplates[0]?.name).toBe('新しい');
  });

  const pieces = fc.constantFrom(
    '```',
    '```json',
    '~~~',
    '~~~~json',
    '\n',
    '\r\n',
    ' ',
    '    ',
    '{',
    '}',
    good,
    '"',
    '[',
    '\uFEFF',
    '\ud800',
    'あ',
    '\\',
    '`',
    '> ',
  );

  it('returns one of six results for any text', () => {
    const outcomes = [true, ...templateErrorClasses];
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.json().map((value) => fence(value)),
      fc.jsonValue().map((value) => fenced(doc(value))),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const result = parser.extractTemplateJson(text);
        expect(outcomes).toContain(result.ok || result.errorClass);
        expect(typeof parser.removeTemplateFence(text)).toBe('string');
      }),
      { numRuns: 3000 },
    );
  });

  it('finds any valid document in any kind of fence after any prose', () => {
    const documents = fc.record({
      answer: fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed()),
      names: fc.array(fc.constantFrom('準備', 'a```b', '"', '\\', '\n```\n'), { minLength: 1, maxLength: 8 }),
    });
    const styles = fc.constantFrom(['```json', '```'], ['~~~ JSON', '~~~~'], ['  `````json x', '`````']);
    const prose = fc.constantFrom('', 'はい。\n', '`code` です\n', '```ts\nx\n```\n', '> ```\n');
    fc.assert(
      fc.property(
        documents,
        styles,
        prose,
        fc.constantFrom(0, 2),
        ({ answer, names }, [open, close], words, space) => {
          const steps = names.map((name, index) =>
            index === 0 ? step({ name }) : next({ seq: index + 1, name, dependsOn: [index] }),
          );
          const body = JSON.stringify(doc(steps, { answer }), null, space);
          const result = parser.extractTemplateJson(`${words}${open}\n${body}\n${close}\n`);
          expect(result.ok && result.data).toMatchObject({
            answer,
            process_template_draft: { stepTemplates: steps },
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['backticks', '`'.repeat(1_000_000), 50],
    ['lines of backticks', '```\n'.repeat(250_000), 200],
    ['json fences', '```json\n'.repeat(125_000), 200],
    ['spaces in an info string', `\`\`\`${' '.repeat(1_000_000)}x`, 200],
    ['spaces after a brace', fence(`{${' '.repeat(1_000_000)}x`, '```'), 200],
    ['line endings', '\r'.repeat(1_000_000), 200],
    ['alternating tildes and backticks', '~~~\n```\n'.repeat(125_000), 200],
  ])('parses 1 MB of %s without delay', (_name, text, most) => {
    // CPU time is measured, because it does not depend on other work of the machine.
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      parser.extractTemplateJson(text);
      return process.cpuUsage(start).user / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(most);
  });

  it('returns the prose without the draft', () => {
    expect(parser.removeTemplateFence(`${fence(good)}\n\nどうぞ。`)).toBe('説明です。\n\nどうぞ。');
    expect(parser.removeTemplateFence('説明です。')).toBe('説明です。');
  });
});
