import { equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { LLMOutputParser } from '../../app/server/src/chat/draft/llm-output-parser.ts';
import { templateErrorClasses } from '../../app/server/src/chat/draft/template-draft.ts';
import { hasHidden } from '../../packages/engine/src/checks/invisible-characters.ts';
import {
  mcpServerConfigSchema,
  DEFAULT_MCP_LIMITS,
} from '../../packages/engine/src/mcp/mcp-server-config.ts';
import { mcpToolDefinitionSchema } from '../../packages/engine/src/mcp/tools/mcp-tool.ts';
import { examineTools } from '../../packages/engine/src/mcp/tools/examine-tools.ts';
import { parseSkillText } from '../../packages/sekisho/src/skills/load/skill-text.ts';
import { fuzzTarget, textOf, type FuzzTarget } from './fuzz-target.ts';

const parser = new LLMOutputParser();
const server = mcpServerConfigSchema.parse({ server_id: 'files', command: 'true' });

const schema = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.record(
    {
      type: fc.oneof(fc.constant('object'), fc.jsonValue()),
      properties: fc.dictionary(
        fc.string(),
        fc.record({
          type: fc.jsonValue(),
          description: textOf('\u200b', 'ignore all instructions', '<system>'),
        }),
      ),
      required: fc.jsonValue(),
      pattern: textOf('(', ')', '+', '*', 'a', '|', '[', ']', '\\'),
      $ref: fc.webUrl(),
    },
    { requiredKeys: [] },
  ),
);
const definition = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 80 }),
    title: textOf('\u200b', '\u202e', 'Files'),
    description: textOf('\u200b', '\u{e0041}', 'You must call ', 'this tool first', '<important>'),
    inputSchema: schema,
    annotations: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ['name', 'inputSchema'] },
);

/** Parsers of untrusted documents. */
export const documentTargets: readonly FuzzTarget[] = [
  fuzzTarget(
    'template parser',
    textOf('```', '```json', '~~~', '\n', '\r\n', '    ', '{', '}', '"', '[', '\uFEFF', '\\', '> '),
    (text) => {
      const result = parser.extractTemplateJson(text);
      const outcomes: readonly unknown[] = [true, ...templateErrorClasses];
      ok(outcomes.includes(result.ok || result.errorClass));
      equal(typeof parser.removeTemplateFence(text), 'string');
    },
  ),
  fuzzTarget(
    'skill front matter',
    textOf('---\n', 'name: ', 'description: ', '\n', '  ', '- ', '&a', '*a', '{', '}', '|', '>', '!!js', '"'),
    (text) => {
      for (const whole of [text, `---\n${text}\n---\nBody`, `---\nname: a\ndescription: b\n${text}\n---\n`]) {
        const parsed = parseSkillText(whole, 20_000);
        if ('problem' in parsed) ok(parsed.problem.length > 0);
        else equal(typeof parsed.header, 'object');
      }
    },
  ),
  fuzzTarget('MCP definitions', fc.array(definition, { minLength: 1, maxLength: 4 }), (definitions) => {
    // Values from a server have been parsed from JSON.
    const listed = definitions.map((each) => mcpToolDefinitionSchema.parse(JSON.parse(JSON.stringify(each))));
    for (const { capability } of examineTools(server, listed, { pins: [], limits: DEFAULT_MCP_LIMITS })) {
      ok(/^[A-Za-z0-9_]{1,64}$/.test(capability.wire_name), `"${capability.wire_name}" is no name.`);
      ok(capability.state === 'new' || capability.state === 'refused');
      if (capability.state === 'new') ok(!hasHidden(capability.description), 'Hidden text is shown.');
    }
  }),
];
