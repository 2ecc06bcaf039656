import { canonicalJson } from '../checks/digest.ts';
import type { Effect, ToolManifest } from '../wire/tool-manifest.ts';
import { type CallToJudge, collectFacts } from './collect-facts.ts';

/** The values that a grant for one call would cover. */
export interface CoveredValues {
  /** The canonical JSON of the arguments without the text of declared content. */
  readonly text: string;
  /** The paths of the omitted content, to describe what may differ. */
  readonly mayDiffer: readonly string[];
  /** The same arguments with the address of one argument replaced by its domain. */
  readonly patterns: readonly CoveredPattern[];
  readonly effect: Effect;
}

/** The addresses of a domain in one argument, and the canonical JSON of the other arguments. */
interface CoveredPattern {
  readonly name: string;
  readonly pattern: string;
  readonly text: string;
}

/**
 * Returns the values that a later call must repeat to be covered by a grant for this call: all arguments except the
 * text of those that a confirmed manifest declares as content. Values are compared exactly, without normalization.
 * Returns undefined when no grant is possible: untrusted text addresses the model or requests this action, the content
 * carries a link, session data or a secret, or the arguments are too large to check.
 */
export function coveredValues(call: CallToJudge): CoveredValues | undefined {
  const { facts, marks } = collectFacts(call);
  if (marks.alarming || facts.requested_by_content || facts.oversized) return undefined;
  if (facts.content_link || facts.private_data || facts.secret) return undefined;
  const { manifest } = call.history.manifests.lookUp(call.tool);
  const mayDiffer: string[] = [];
  const args = withoutContent(call.args, { path: '', name: '' }, { manifest, mayDiffer });
  const textOf = (replaced: Readonly<Record<string, unknown>>) =>
    canonicalJson(withoutContent(replaced, { path: '', name: '' }, { manifest, mayDiffer: [] }));
  const patterns = Object.entries(call.args).flatMap(([name, value]): CoveredPattern[] => {
    const pattern = manifest.arguments[name] === 'recipient' ? domainPattern(value) : undefined;
    return pattern === undefined
      ? []
      : [{ name, pattern, text: textOf({ ...call.args, [name]: { pattern } }) }];
  });
  return { text: canonicalJson(args), mayDiffer, patterns, effect: facts.effect };
}

/** Returns the pattern of all addresses with the domain of this one. Anyone can get an address at a public provider. */
function domainPattern(value: unknown): string | undefined {
  const match = typeof value === 'string' ? /^[A-Za-z0-9._%+-]+@([a-z0-9.-]+\.[a-z]{2,})$/.exec(value) : null;
  const domain = match?.[1];
  if (domain === undefined || domain.length > MAX_DOMAIN || PUBLIC_MAIL.test(domain)) return undefined;
  return `*@${domain}`;
}

/** The longest name that DNS permits. */
const MAX_DOMAIN = 253;

/** The names of providers before the ending. Their subdomains belong to customers, too. */
const PROVIDERS = [
  '(?:g|google|hot|rocket|proton|fast|hush|fox|y|rediff)?mail',
  'outlook|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|email|inbox|zoho|yandex|proton|pm|tuta|tutanota|hey|duck|posteo|mailbox',
  'qq|163|126|yeah|sina|sohu|aliyun|naver|hanmail|daum|nate|kakao',
  'docomo|softbank|ezweb|au|ymobile|vodafone|nifty|biglobe|ocn|so-net|plala|dion',
  'rambler|bk|list|ukr|seznam|wp|o2|onet|interia|libero|virgilio|tiscali|alice|orange|wanadoo|free|laposte|sfr|t-online|freenet|arcor|bluewin',
  'comcast|att|verizon|sbcglobal|cox|charter|bellsouth|earthlink|juno|btinternet|sky|talktalk|virginmedia|bigpond|uol|bol|terra',
  'noreply',
];
const PUBLIC_MAIL = new RegExp(`^(?:[a-z0-9-]+\\.)*(?:${PROVIDERS.join('|')})\\.[a-z.]+$`);

interface ArgumentPath {
  /** The path with indexes, for display: `parts[0].text`. */
  readonly path: string;
  /** The path without indexes, for the manifest: `parts.text`. */
  readonly name: string;
}

/** Keeps the structure of content, so that a call with another attachment or part is not covered. */
function withoutContent(
  value: unknown,
  { path, name }: ArgumentPath,
  context: { readonly manifest: ToolManifest; readonly mayDiffer: string[] },
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutContent(item, { path: `${path}[${index}]`, name }, context));
  }
  if (typeof value === 'object' && value !== null) {
    // A list of pairs is used, because an argument may be named __proto__.
    return {
      object: Object.keys(value)
        .toSorted()
        .map((key) => {
          const argument = { path: path ? `${path}.${key}` : key, name: name ? `${name}.${key}` : key };
          return [key, withoutContent(Reflect.get(value, key), argument, context)];
        }),
    };
  }
  if (!isDeclaredContent(context.manifest, name)) return typeof value === 'number' ? exact(value) : value;
  context.mayDiffer.push(path);
  return { content: true };
}

/** JSON text turns infinite numbers into null and -0 into 0. */
const exact = (value: number) =>
  Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { number: Object.is(value, -0) ? '-0' : String(value) };

function isDeclaredContent({ arguments: roles, confirmed }: ToolManifest, name: string): boolean {
  if (!confirmed) return false;
  if (Object.hasOwn(roles, name)) return roles[name] === 'content';
  const [parent = ''] = name.split('.');
  return Object.hasOwn(roles, parent) && roles[parent] === 'content';
}
