import { splitWords } from './manifest/split-words.ts';
import type { UserWords } from './provenance/user-words.ts';

const MAX_VALUES = 500;

/**
 * Returns whether an option of the call opens something to more people or skips a safeguard, and the user's text does not
 * mention it. Such options are fixed choices, so their origin is not traced.
 */
export function widensAccess(args: unknown, user: UserWords): boolean {
  const open: (readonly [key: string, value: unknown])[] = [['', args]];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const [key, value] = open.pop() ?? ['', undefined];
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      for (const [name, child] of entries) open.push([Array.isArray(value) ? key : name, child]);
      continue;
    }
    const family = familyOf(splitWords(key), value);
    if (family !== undefined && !MENTIONS[family].some((word) => user.contains(word))) return true;
  }
  return false;
}

type Family = 'public' | 'all' | 'rights' | 'force';

function familyOf(key: readonly string[], value: unknown): Family | undefined {
  const named = (list: ReadonlySet<string>) => key.some((word) => list.has(word));
  if (value === true || value === 'true' || value === 'yes' || value === 'on') {
    if (key.includes('reply') && key.includes('all')) return 'all';
    if (named(PUBLIC)) return 'public';
    return named(FORCE) || /^(?:auto approve|(?:no|skip|bypass|ignore|disable) \w+)/.test(key.join(' '))
      ? 'force'
      : undefined;
  }
  if (typeof value !== 'string' || value.length > 40 || !named(AUDIENCE)) return undefined;
  const words = splitWords(value);
  if (words.some((word) => PUBLIC.has(word))) return 'public';
  return named(RIGHTS_KEY) && words.some((word) => RIGHTS.has(word)) ? 'rights' : undefined;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const AUDIENCE = set(
  `visibility audience access scope permission permissions role level status restrict sharing share privacy viewers viewer
  general public who reach availability`,
);
const RIGHTS_KEY = set('permission permissions role access level scope');
const PUBLIC = set('public anyone everyone everybody world worldwide internet external anonymous');
const RIGHTS = set('admin administrator owner root superuser full');
const FORCE = set('force forced overwrite');

/** The words with which users ask for each family, in the languages of the request lexicon. */
const MENTIONS: Readonly<Record<Family, readonly string[]>> = {
  public: split(
    `public,publicly,publish,everyone,everybody,anyone,whole world,open to all,with the link,external,externally,公開,全員,全体,
    誰でも,だれでも,みんな,社外,öffentlich,öffentliche,öffentlichen,veröffentliche,alle,allen,jeder,publique,publics,publier,publie,
    tout le monde,tous,público,pública,publica,públicamente,todos,todo el mundo,cualquiera,공개,모두,모든,누구나,전체,公开,所有人,大家,任何人,全体`,
  ),
  all: split(
    `all,everyone,everybody,全員,みんな,皆,alle,allen,tous,tout le monde,todos,모두,전체,所有人,大家,全体`,
  ),
  rights: split(
    `admin,administrator,admins,owner,full access,full control,管理者,オーナー,所有者,フルアクセス,inhaber,besitzer,vollzugriff,
    administrateur,propriétaire,administrador,administradora,propietario,propietaria,관리자,소유자,管理员,所有者`,
  ),
  force: split(
    `force,forced,overwrite,skip,without asking,without approval,bypass,ignore,強制,上書き,スキップ,erzwinge,erzwingen,überschreibe,
    überschreiben,forcer,écrase,écraser,forzar,fuerza,sobrescribe,강제,덮어,强制,覆盖,跳过`,
  ),
};

function split(words: string): string[] {
  return words.split(',').map((word) => word.trim());
}
