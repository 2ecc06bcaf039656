import { hasInvisibleCharacters } from './provenance/normalize-text.ts';

const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{20,}/,
  /\b(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|npm|hf)[-_][A-Za-z0-9_-]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bauthorization\b\\?["']?\s*[:=]\s*\\?["']?(?:basic|bearer|token)\s+[\w.~+/=-]{8,}/i,
  /\bBearer\s+[\w.~+/-]{20,}/i,
  /\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?token)\b["']?\s*[:=]\s*["']?[^\s"',;]{6,}/i,
];
const CREDENTIALS_IN_URL = /:\/\/[^\s/:@]{1,100}:[^\s/@]{4,100}@/;

/** Returns whether a text contains something that looks like a key, a token or a password. */
export function holdsSecret(text: string): boolean {
  if (text.length < 12) return false;
  if (text.includes('://') && CREDENTIALS_IN_URL.test(text)) return true;
  return SECRETS.some((pattern) => pattern.test(text));
}

const TRAVERSAL = /(?:^|[/\\])\.\.(?:[/\\]|$)|%2e%2e|\.%2e|%2e\.|%252e|\0|%00/i;
const SENSITIVE_PATH =
  /^(?:\/etc\/(?:passwd|shadow|sudoers)|\/proc\/|\/root\b|~?\/?(?:.*\/)?\.(?:ssh|aws|gnupg|kube|env|netrc|npmrc)(?:\/|$|\.))|[\\/]windows[\\/]system32/i;

/** Returns whether a path leaves its folder or points to the keys of a machine. */
export function leavesItsFolder(path: string): boolean {
  const plain = path.normalize('NFKC');
  return TRAVERSAL.test(plain) || SENSITIVE_PATH.test(plain);
}

const MIXED_WORD =
  /[a-z][\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}][a-z]/iu;
/** A part of an address that consists only of Cyrillic or Greek letters with the form of Latin ones. */
const DISGUISED_LABEL = /(?:^|[@./])[аеорсухіјѕԁһӏԛԝвмкнтοανιρυ]{2,}(?=[@./-][^@\s]*[a-z])/iu;
const FULL_WIDTH = /[\uff01-\uff5e]/;

/** Returns whether an address, a host or an account mixes scripts, or replaces plain letters by full-width ones. */
export function isLookalike(value: string): boolean {
  if (/^[\x20-\x7e]*$/.test(value)) return /(?:^|\.)xn--/.test(value);
  if (MIXED_WORD.test(value) || DISGUISED_LABEL.test(value)) return true;
  return /[@.:/]/.test(value.normalize('NFKC')) && FULL_WIDTH.test(value);
}

/** Returns whether a value contains characters that the approver cannot see. */
export function hidesText(value: string): boolean {
  return hasInvisibleCharacters(value);
}

/** Syntax that loads or runs something when the text is used: formulas, includes, scripts and pipes into a shell. */
const ACTIVE =
  /^\s*[=+@]\s*(?:import\w*|webservice|hyperlink|image|dde|cmd)\b|\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}\|\s*(?:sudo )?(?:ba|z|da)?sh\b|<script\b|\{%\s*(?:include|import)\b|@import\b|\b(?:require|import|eval|exec)\s*\(\s*["'`]https?:|!\[[^\]]{0,80}\]\(https?:[^)]*[?=]/im;

/** Returns whether a text would load or run something from a link as soon as it is used. */
export function isActive(text: string): boolean {
  return ACTIVE.test(text);
}

/** Links, also without a scheme ("shop.example/login"), and mail addresses. */
const LINKS =
  /(?:https?:\/\/|www\.)[!#-&*-;=?-~]{3,300}|\b(?:[a-z\d-]{1,63}\.)+[a-z]{2,24}\/[\w./?=&%-]{1,200}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gi;

/** Returns the links and mail addresses in a text that is about to be sent. */
export function linksIn(text: string): string[] {
  if (!/@|:\/\/|www\.|\.[a-z]{2,24}\//i.test(text)) return [];
  return text.slice(0, 20_000).match(LINKS)?.slice(0, 20) ?? [];
}

/** Returns the numbers of bank accounts in a text that is about to be sent, in the international form. */
export function accountsIn(text: string): string[] {
  return (
    text
      .slice(0, 20_000)
      .match(/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/g)
      ?.slice(0, 20) ?? []
  );
}
