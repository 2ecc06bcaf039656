import type { Leaf } from './provenance/leaves-of.ts';
import type { UserWords } from './provenance/user-words.ts';

/** The parts of a call that show whether its effect lasts. */
export interface LastingCall {
  /** The words of the tool's name. */
  readonly words: readonly string[];
  readonly leaves: readonly Leaf[];
}

/**
 * Returns whether a call changes something that runs or instructs later (a startup file, a pipeline, a hook, a schedule, a
 * rule for mails, a memory of the assistant) and the user's text does not mention it. Such a change outlives the run, so
 * it needs a request even before untrusted text was read.
 */
export function persistsUnasked({ words, leaves }: LastingCall, user: UserWords): boolean {
  const paths = leaves.flatMap(({ value }) => pathsIn(String(value))).filter(isStartupPath);
  if (paths.some((path) => !namesFile(user, path))) return true;
  const keys = leaves.flatMap(({ name }) => name.toLowerCase().split(/[._]/));
  const terms = [...words, ...keys];
  // A standing order is a payment; a standing instruction steers the assistant.
  if (terms.includes('standing') && terms.some((term) => term.startsWith('instruction')))
    terms.push('standing_instruction');
  return KINDS.some(({ tool, request }) => terms.some((term) => tool.has(term)) && !user.matches(request));
}

/** A value is a path itself, or a patch that names the files that it changes. */
function pathsIn(value: string): string[] {
  if (!value.includes('\n')) return value.length <= 400 ? [value] : [];
  return patchedPaths(value);
}

/** Returns the files that a patch names in its headers; none for another text. */
export function patchedPaths(text: string): string[] {
  if (!/^(?:\+\+\+|\*\*\* \w+ File:|diff --git) /m.test(text)) return [];
  const headers = text.matchAll(/^(?:\+\+\+|---|rename to|diff --git|\*\*\* \w+ File:)[ \t]+(\S.*)$/gm);
  const names = [...headers].flatMap(([, files = '']) => files.split(/\s+/));
  return [...new Set(names.map((name) => name.replace(/^[ab]\//, '')))].filter(
    (name) => name !== '/dev/null',
  );
}

function isStartupPath(path: string): boolean {
  const plain = path
    .normalize('NFKC')
    .replaceAll('\\', '/')
    .replaceAll(/\/(?:\.?\/)+/g, '/')
    .toLowerCase();
  return STARTUP_PATH.test(plain);
}

const STARTUP_PATH = new RegExp(
  [
    String.raw`(?:^|/)\.(?:bash_?rc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc|inputrc|xinitrc|xprofile|vimrc|gitconfig|npmrc|pypirc|envrc|netrc|curlrc|wgetrc)$`,
    String.raw`(?:^|/)\.config/(?:fish|autostart|systemd)/`,
    String.raw`/etc/(?:profile|cron|init|systemd|rc\.|ld\.so|environment|pam\.d|bash)`,
    String.raw`(?:^|/)(?:crontab|cron\.d/|launchagents/|launchdaemons/)|\.(?:service|timer|plist)$`,
    String.raw`(?:^|/)(?:start menu/programs/startup|microsoft\.powershell_profile\.ps1)`,
    String.raw`(?:^|/)\.(?:github/(?:workflows|actions)|gitlab|circleci|buildkite|woodpecker|gitea|forgejo)/`,
    String.raw`(?:^|/)(?:\.gitlab-ci|\.travis|\.drone|azure-pipelines|bitbucket-pipelines|cloudbuild|appveyor)\.ya?ml$`,
    String.raw`(?:^|/)jenkinsfile$|[\w-]*-ci\.ya?ml$`,
    String.raw`(?:^|/)(?:\.git/(?:hooks/|config$)|\.husky/|\.githooks/|\.gitmodules$|\.pre-commit-config\.ya?ml$)`,
    String.raw`(?:^|/)\.(?:vscode|idea|devcontainer|cursor|claude|codex|continue|windsurf)/|(?:^|/)\.devcontainer\.json$`,
    String.raw`(?:^|/)(?:agents|claude|gemini|copilot-instructions)(?:\.local)?\.md$|(?:^|/)\.(?:cursorrules|windsurfrules|mcp\.json)$`,
    String.raw`(?:^|/)(?:conftest|sitecustomize|usercustomize)\.py$|\.pth$`,
  ].join('|'),
);

/** The user names a file by its path, its name, or the thing that it configures. */
function namesFile(user: UserWords, path: string): boolean {
  const plain = path.toLowerCase();
  const name = plain.slice(plain.replaceAll('\\', '/').lastIndexOf('/') + 1);
  return user.contains(plain) || user.contains(name) || user.matches(SETTINGS);
}

const SETTINGS =
  /\b(?:ci|pipelines?|workflows?|github actions?|hooks?|pre-commit|startup|login script|aliases|shell (?:config|profile)|cron|crontab|systemd|dev ?containers?|editor (?:config|settings)|vs ?code (?:tasks?|settings)|agents?\.md)\b|パイプライン|ワークフロー|フック|起動時|自動実行|流水线|工作流|파이프라인|워크플로/;

interface Kind {
  /** Words in the name of a tool or of its arguments. */
  readonly tool: ReadonlySet<string>;
  /** The words with which users mention it. */
  readonly request: RegExp;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const KINDS: readonly Kind[] = [
  {
    tool: set('automation automations cron crontab rrule'),
    request:
      /automat|\bevery\b|\beach (?:day|week|month|morning|evening|time)|\b(?:daily|weekly|nightly|monthly|hourly|regularly|recurring|cron|scheduled?|whenever)\b|自動|毎[日週月朝晩回時年]|定期|スケジュール|たびに|jede[nrs]?\b|täglich|wöchentlich|monatlich|regelmäßig|chaque|tous les|toutes les|quotidien|hebdomadaire|cada\b|todos los|todas las|diariamente|semanal|매일|매주|매달|매월|마다|자동|정기|每天|每周|每月|每日|每次|自动|定时|定期/,
  },
  {
    tool: set(
      'webhook webhooks hook hooks trigger triggers forwarding autoreply autoresponder filter filters',
    ),
    request:
      /webhook|\bhooks?\b|\btriggers?\b|\bconnect|\bintegrat|notif|forward|auto-?(?:reply|respon)|\brepl(?:y|ies)\b|out of office|absence|holiday|vacation|連携|接続|通知|転送|自動|不在|休暇|返信|verbind|weiterleit|abwesen|urlaub|antwort|connect|transf|répon|congé|conect|reenv|respuesta|vacacion|연결|연동|알림|전달|자동|부재|휴가|연차|连接|通知|转发|自动|休假|集成/,
  },
  {
    tool: set('filter filters'),
    request:
      /filt|\brules?\b|\bsort|\bevery\b|automat|フィルタ|ルール|振り分け|自動|\bregeln?\b|sortier|règle|\breglas?\b|clasific|규칙|필터|분류|规则|过滤|自动/,
  },
  {
    tool: set('remember memorize memory memories standing_instruction'),
    request:
      /\bremember|\bmemor|\bkeep in mind|\bfrom now on|\bprefer|\bnote (?:that|down)|\bsave (?:that|this)|\bin future|\bfor next time|覚え|記憶|今後|メモ|忘れない|次から|merk|notier|in zukunft|künftig|ab jetzt|souvien|retien|mémor|désormais|note[rz]? que|recuerda|memoriza|ten en cuenta|en adelante|a partir de ahora|anota|기억|메모|앞으로|记住|记得|记下|今后|以后/,
  },
];
