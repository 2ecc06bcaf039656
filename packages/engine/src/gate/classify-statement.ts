import type { Effect } from '../wire/tool-manifest.ts';

/**
 * Returns the effect of a database statement, or undefined when the text is not a statement. Tokens decide, not a grammar:
 * a parser knows one dialect and fails on the others, whereas a text with a changing keyword outside of its strings is not
 * a read in any dialect.
 */
export function effectOfStatement(text: string): Effect | undefined {
  const tokens = tokensOf(text);
  const first = tokens.find((token) => /^[a-z]/.test(token));
  if (first === undefined || !STARTS.has(first)) return undefined;
  const found = new Set(tokens.map((token) => EFFECT_OF_KEYWORD.get(token)));
  for (const effect of ['execute', 'admin', 'delete', 'write'] as const) if (found.has(effect)) return effect;
  return FUNCTIONS_WITH_EFFECTS.test(text) ? 'execute' : 'read';
}

/** Returns whether the arguments of a document database contain a stage or an operator that writes or runs code. */
export function hasWritingStage(args: unknown): boolean {
  const text = JSON.stringify(args)?.replaceAll(/\\u0024/gi, '$') ?? '';
  return /\$(?:out|merge|function|where|accumulator)\\*["']?\s*:/.test(text);
}

/** Returns the words of a statement in lower case, without strings, quoted names and comments. */
function tokensOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  // The dialects disagree about a backslash before a quote, about `#`, about `--` without a space, and about executable and
  // nested comments. There, everything counts, and so does the inside of brackets and dollar quotes.
  const isAmbiguous = /\\['"`]|#|--\S|\/\*[!+m]|\/\*[^]*\/\*/.test(plain);
  const code = isAmbiguous ? plain : plain.replaceAll(IGNORED, ' ');
  return code.match(/[a-z_][\w$]*|;/g) ?? [];
}

const IGNORED = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`/g;

const STARTS: ReadonlySet<string> = new Set(
  `select with show explain describe desc values table insert update delete merge replace upsert create alter drop truncate
  rename grant revoke copy load call exec execute do begin start set reset vacuum analyze optimize attach detach pragma
  lock unlock kill shutdown backup restore import export unload declare use comment refresh cluster reindex put remove
  handler install`.split(/\s+/),
);

const KEYWORDS: Readonly<Record<'execute' | 'admin' | 'delete' | 'write', string>> = {
  execute: 'copy call exec execute do program shutdown kill load outfile dumpfile declare install attach',
  admin: 'grant revoke',
  delete: 'delete drop truncate remove',
  write: `insert update merge upsert create alter rename into vacuum optimize detach reindex refresh cluster lock unlock backup
    restore import export unload put comment`,
};

const EFFECT_OF_KEYWORD: ReadonlyMap<string, Effect> = new Map(
  (['execute', 'admin', 'delete', 'write'] as const).flatMap((effect) =>
    KEYWORDS[effect].split(/\s+/).map((keyword) => [keyword, effect] as const),
  ),
);

/** Functions that change something although the statement is a SELECT. */
const FUNCTIONS_WITH_EFFECTS =
  /\b(?:pg_(?:terminate|cancel|reload|rotate|read|write|ls|stat_reset|switch|promote|sleep)\w*|lo_(?:import|export|unlink|put)|setval|nextval|set_config|dblink\w*|xp_\w+|sp_\w+|load_file|load_extension|writefile|query_to_xml|sys_exec|sys_eval|utl_http|url|s3|file)\s*\(/i;
