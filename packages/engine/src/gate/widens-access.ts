import { splitWords } from './manifest/split-words.ts';
import type { UserWords } from './provenance/user-words.ts';

const MAX_VALUES = 500;

/**
 * Returns whether an option of the call opens something to more people, gives more rights or more data, or skips a safeguard,
 * and the user's text does not mention it. Such options are fixed choices, so their origin is not traced.
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
    if (family !== undefined && !user.matches(MENTIONS[family])) return true;
  }
  return false;
}

type Family = 'public' | 'company' | 'all' | 'edit' | 'rights' | 'extent' | 'force' | 'unguarded';

function familyOf(key: readonly string[], value: unknown): Family | undefined {
  const isOn = typeof value === 'boolean' ? value : SWITCHES.get(String(value).trim().toLowerCase());
  if (isOn !== undefined) return isOn ? familyWhenOn(key) : familyWhenOff(key);
  return typeof value === 'string' && value.length <= 40 ? familyOfChoice(key, splitWords(value)) : undefined;
}

function familyWhenOn(key: readonly string[]): Family | undefined {
  if (key.includes('reply') && key.includes('all')) return 'all';
  if (includesAny(key, PUBLIC) || (key[0] === 'allow' && includesAny(key, OUTSIDERS))) return 'public';
  const isForced = /^(?:auto approve|(?:no|skip|bypass|ignore|disable) \w+)/.test(key.join(' '));
  return isForced || includesAny(key, FORCE) ? 'force' : undefined;
}

const familyWhenOff = (key: readonly string[]): Family | undefined =>
  GUARDS.has(key[0] ?? '') || includesAny(key, BARRIERS) ? 'unguarded' : undefined;

function familyOfChoice(key: readonly string[], value: readonly string[]): Family | undefined {
  if (includesAny(key, EXTENT_KEY) && value.length <= 2 && includesAny(value, EVERYTHING)) return 'extent';
  if (!includesAny(key, AUDIENCE)) return undefined;
  if (includesAny(value, PUBLIC)) return 'public';
  if (includesAny(value, COMPANY)) return 'company';
  if (!includesAny(key, RIGHTS_KEY)) return undefined;
  return includesAny(value, RIGHTS) ? 'rights' : includesAny(value, EDIT) ? 'edit' : undefined;
}

const includesAny = (words: readonly string[], list: ReadonlySet<string>) =>
  words.some((word) => list.has(word));

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
]);
const AUDIENCE = set(
  `visibility visible audience access scope permission permissions right rights role level status restrict sharing share privacy
  viewers viewer general public who reach availability`,
);
const RIGHTS_KEY = set('permission permissions right rights role access level scope');
const EXTENT_KEY = set('scope extent mode coverage include includes what contents parts depth selection');
const PUBLIC = set('public anyone everyone everybody world worldwide internet external anonymous unlisted');
const OUTSIDERS = set('guest guests outsiders unverified remote anybody');
const COMPANY = set('company organization organisation org internal authenticated domain workspace');
const RIGHTS = set('admin administrator owner root superuser full manage manager');
const EDIT = set('write writer edit editor push contributor contribute modify maintain maintainer');
const EVERYTHING = set('everything all full complete entire whole');
const FORCE = set('force forced overwrite permanent permanently');
/** What a switch protects when it is on. */
const GUARDS = set(
  'private restrict restricted protect protected require requires required verify verification sandbox sandboxed safe secure encrypt encrypted moderated readonly',
);
const BARRIERS = set('waiting approval login password 2fa mfa');

/** The words with which users ask for each family, in the languages of the request lexicon. `*` stands for any ending. */
const MENTIONS: Readonly<Record<Family, RegExp>> = {
  public: mention(
    `public publicly publish* everyone everybody anyone world open_to_all with_the_link external* guest* outsider* öffentlich* veröffentlich*
    alle allen jeder gäste* extern* publique publics publier publie tout_le_monde tous externe* invités público pública publica públicamente todos
    todo_el_mundo cualquiera externo* invitados 公開 全員 全体 誰でも だれでも みんな 社外 ゲスト 공개 모두 모든 누구나 전체 외부 公开 所有人 大家 任何人
    全体 外部`,
  ),
  company: mention(
    `company* organization* organisation* org internal* everyone everybody all whole colleagues staff employees signed authenticated logged
    workspace domain firma* unternehmen* intern* alle allen kollegen* angemeldet* entreprise société tous interne* collègues connectés empresa
    organización todos interno* compañeros 会社 社内 全社 全員 組織 社員 회사 사내 전사 전체 직원 조직 公司 全员 内部 所有 员工 组织`,
  ),
  all: mention(
    `all everyone everybody alle allen tous tout_le_monde todos 全員 みんな 皆 모두 전체 所有人 大家 全体`,
  ),
  edit: mention(
    `edit* writ* push* contribut* modif* change* co-edit* work_on update* bearbeit* schreib* änder* écri* édit* edita*
    escri* cambi* 編集 書き込 書け 更新 変更 直せ 편집 수정 쓰기 변경 编辑 修改 写 更改`,
  ),
  rights: mention(
    `admin* owner* full_access full_control manage* 管理 オーナー 所有者 フルアクセス inhaber* besitzer* vollzugriff verwalt* administr* propriétaire
    gestion* gérer gestiona* propietari* 관리 소유자 管理员 所有者 管理`,
  ),
  extent: mention(
    `all everything every full* complete* entire* whole alles alle ganz* komplett* vollständig* gesamt* tout* entier* complet* intégral* todo
    toda todos todas entero entera 全部 すべて 全て 全体 全件 一式 まるごと 丸ごと 완전 전부 모두 모든 전체 所有 完整 整个 全`,
  ),
  force: mention(
    `force* overwrit* skip* without bypass* ignor* permanent* for_good 強制 上書き スキップ 完全に erzwing* überschreib* endgültig* ohne forcer écras*
    définitiv* sans forzar fuerza sobrescrib* definitiv* sin 강제 덮어 완전 强制 覆盖 跳过 永久 彻底`,
  ),
  unguarded: mention(
    `without no not off disable* public* publicly open unprotected everyone anyone remove* ohne kein* öffentlich* offen* aus sans pas désactiv* ouvert*
    sin no desactiv* abiert* なし 無し 不要 外して 公開 解除 オフ 없이 해제 공개 끄 不用 不要 取消 关闭 公开 无需`,
  ),
};

function mention(list: string): RegExp {
  const terms = list.split(/\s+/).map((term) => {
    const text = term.replaceAll('_', ' ');
    if (/^[^\p{Script=Latin}]/u.test(text)) return text;
    return `(?<!\\p{L})${text.endsWith('*') ? text.slice(0, -1) : `${text}(?!\\p{L})`}`;
  });
  return new RegExp(terms.join('|'), 'u');
}
