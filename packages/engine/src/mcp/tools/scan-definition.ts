import { canonicalJson } from '../../checks/digest.ts';
import { hasHidden, removeHidden } from '../../checks/invisible-characters.ts';
import { withoutCostlyPatterns } from '../../checks/patterns.ts';
import type { McpToolDefinition } from './mcp-tool.ts';

/** The result of a scan: reasons to reject the tool, and findings for the reviewer. */
export interface DefinitionScan {
  readonly refusal?: string | undefined;
  readonly findings: readonly string[];
}

/** Scans a definition for invisible text and for instructions to the model. */
export function scanDefinition(
  definition: McpToolDefinition,
  shown = visibleDefinition(definition),
): DefinitionScan {
  if (hasHidden(JSON.stringify(shown))) {
    return { refusal: 'a name or a value in its definition contains invisible characters', findings: [] };
  }
  const prose = proseOf(shown);
  const findings = ORDERS.filter(({ pattern }) => pattern.test(prose)).map(({ finding }) => finding);
  if (hasHidden(JSON.stringify(definition))) {
    findings.unshift('Its texts contain invisible characters. They were removed.');
  }
  if (canonicalJson(withSafePatterns(definition)) !== canonicalJson(definition)) {
    findings.push('Its schemas contain patterns that can take very long. They are not used.');
  }
  return { findings };
}

/**
 * Returns the definition that may be displayed and used. Invisible characters are removed from its descriptions,
 * never from its values, and expensive patterns are removed.
 */
export function visibleDefinition(definition: McpToolDefinition): McpToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, _meta } =
    withSafePatterns(definition);
  return {
    name,
    ...(title === undefined ? {} : { title: removeHidden(title) }),
    ...(description === undefined ? {} : { description: removeHidden(description) }),
    inputSchema: withVisibleProse(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: withVisibleProse(outputSchema) }),
    ...(annotations === undefined ? {} : { annotations: withVisibleProse(annotations) }),
    ...(icons === undefined ? {} : { icons }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

const PROSE_KEYS: ReadonlySet<string> = new Set(['description', 'title', '$comment']);

function withVisibleProse(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(value, (key, item: unknown) =>
    PROSE_KEYS.has(key) && typeof item === 'string' ? removeHidden(item) : item,
  );
  return JSON.parse(text);
}

function withSafePatterns({ inputSchema, outputSchema, ...rest }: McpToolDefinition): McpToolDefinition {
  return {
    ...rest,
    inputSchema: withoutCostlyPatterns(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: withoutCostlyPatterns(outputSchema) }),
  };
}

function proseOf({ inputSchema, ...definition }: McpToolDefinition): string {
  return [definition.title ?? '', definition.description ?? '', JSON.stringify(inputSchema)]
    .join('\n')
    .normalize('NFKC');
}

// Descriptions state what a tool does. These patterns match instructions to the model and requests to conceal
// something from the user.
const ORDERS: readonly { readonly pattern: RegExp; readonly finding: string }[] = [
  {
    pattern:
      /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|messages)\b|(?:指示|命令|ルール).{0,12}(?:無視|忘れ)/isu,
    finding: 'Its text tells the model to disregard other instructions.',
  },
  {
    pattern:
      /\b(?:do not|don't|never|without)\b.{0,30}\b(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|notify(?:ing)?|show(?:ing)?|ask(?:ing)?)\b.{0,30}\b(?:user|human|person|anyone)\b|(?:ユーザー?|利用者).{0,15}(?:知らせ|伝え|言わ|見せ)(?:ない|るな|ず)/isu,
    finding: 'Its text tells the model to conceal something from the user.',
  },
  {
    pattern:
      /<\/?\s*(?:important|system|instructions?|assistant|secret|hidden)\s*>|\[\/?INST\]|<\|[a-z_]+\|>/iu,
    finding: 'Its text contains markers that imitate parts of the prompt.',
  },
  {
    pattern:
      /\b(?:before|after|whenever|instead of|prior to)\b.{0,40}\b(?:using|calling|invoking|running|use|call)\b.{0,40}\b(?:tools?|function)\b.{0,80}\b(?:must|always|first|have to|need to|required)\b|\byou (?:must|have to|should always)\b.{0,60}\b(?:call|invoke|use|run|read|send|pass|include)\b/isu,
    finding: 'Its text instructs the model about other steps.',
  },
  {
    pattern:
      /~\/\.(?:ssh|aws|config|gnupg|kube|cursor|netrc)|\bid_rsa\b|\.env\b|\bmcp\.json\b|\b(?:system prompt|conversation history|chat history|previous messages)\b|システムプロンプト|会話履歴/iu,
    finding: 'Its text mentions keys, configuration or the conversation itself.',
  },
];
