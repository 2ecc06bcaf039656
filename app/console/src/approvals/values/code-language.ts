/** The languages that are highlighted. */
export type CodeLanguage = 'sql' | 'bash' | 'json' | 'javascript' | 'python';

/** Recognizes the language of a value by the name of its argument and by its text; undefined for plain text. */
export function codeLanguage(name: string, value: unknown): CodeLanguage | undefined {
  if (typeof value === 'object' && value !== null) return 'json';
  if (typeof value !== 'string') return undefined;
  if (/^(?:command|cmd|shell|bash|script)$/iu.test(name)) return 'bash';
  if (SQL_START.test(value) && (/sql|query|statement/iu.test(name) || SQL_WORDS.test(value))) return 'sql';
  if (!/code|source|program|script/iu.test(name)) return undefined;
  return PYTHON.test(value) ? 'python' : 'javascript';
}

const SQL_START = /^\s*(?:select|insert|update|delete|create|alter|drop|with|grant|revoke|truncate)\b/iu;
const SQL_WORDS =
  /\b(?:from|into|set|table|where|values)\b[\s\S]*[=;(*]|[=;(*][\s\S]*\b(?:from|into|set|table|where|values)\b/iu;
const PYTHON = /^\s*(?:def |import |from \w+ import |print\(|class \w+:)/mu;
