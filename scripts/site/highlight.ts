const KEYWORDS =
  'import|from|export|const|let|new|await|async|function|return|if|else|for|of|in|class|extends|interface|type|readonly|true|false|null|undefined|throw|try|catch|finally';

const comment = (start: string) => `(?<comment>${start}[^\\n]*)`;
const STRING = `(?<string>'[^'\\n]*'|"[^"\\n]*"|\`[^\`]*\`)`;
const NUMBER = String.raw`(?<number>\b\d[\d_.]*\b)`;
const CODE = new RegExp(`${comment('//')}|${STRING}|(?<keyword>\\b(?:${KEYWORDS})\\b)|${NUMBER}`, 'g');
const SHELL = new RegExp(`${comment('(?<!\\S)#')}|${STRING}`, 'g');

const PATTERNS: Readonly<Record<string, RegExp>> = {
  ts: CODE,
  js: CODE,
  json: CODE,
  jsonc: CODE,
  sh: SHELL,
  yaml: SHELL,
};

/** Marks comments, strings, keywords and numbers of a block of code. */
export function highlight(code: string, label: string): string {
  const pattern = PATTERNS[label.split(' ', 1)[0] ?? ''];
  if (pattern === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
