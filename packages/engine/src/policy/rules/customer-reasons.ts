import type { PolicyRule } from '../policy-profile.ts';

/** Returns the reason of a rule for approvers of a customer's request. The reasons in the rules address the owner. */
export function customerReason({ id, reason }: Pick<PolicyRule, 'id' | 'reason'>): PolicyRule['reason'] {
  return Object.hasOwn(CUSTOMER_REASONS, id) ? (CUSTOMER_REASONS[id] ?? reason) : reason;
}

const untrusted = (en: string, ja: string) => ({
  en: `${en} does not come from the customer or a trusted source.`,
  ja: `${ja}がお客様の指定でも、信頼できる出所の値でもありません。`,
});

const afterText = (en: string, ja: string) => ({
  en: `${en} does not come from the customer or a trusted source, and untrusted text was read before.`,
  ja: `${ja}がお客様の指定でも信頼できる出所の値でもなく、事前に信頼できないテキストが読み込まれています。`,
});

const grave = (en: string, ja: string) => ({
  en: `${en} does not come from the customer or a trusted source, and this is a payment, a command or a change of rights.`,
  ja: `支払い・実行・権限変更の操作で、${ja}がお客様の指定でも信頼できる出所の値でもありません。`,
});

const CUSTOMER_REASONS: Readonly<Record<string, PolicyRule['reason']>> = {
  'default.not-asked': {
    en: 'The customer did not ask for an action of this kind.',
    ja: 'お客様はこの種の操作を依頼していません。',
  },
  'allow.untainted-partial': {
    en: "The customer's request points to it and no untrusted text has been read in this run.",
    ja: 'お客様の依頼に沿っており、この実行では信頼できないテキストをまだ読んでいません。',
  },
  'allow.asked': { en: 'The customer asked for it.', ja: 'お客様が依頼した操作です。' },
  'allow.partial-write': {
    en: "The customer's request points to a change of this kind.",
    ja: 'お客様の依頼に沿った変更です。',
  },
  'allow.delegated-write': {
    en: 'The customer handed over tasks of this kind.',
    ja: 'お客様から任された作業の範囲です。',
  },
  'content.alarming': {
    en: 'Text that was read tries to steer the assistant, so every change needs a person.',
    ja: '読み込まれたテキストがアシスタントを操ろうとしているため、変更にはすべて担当者の確認が必要です。',
  },
  'content.private-data': {
    en: "The text to be sent holds data from the customer's session.",
    ja: '送信する文面にお客様のセッション情報が含まれています。',
  },
  'read.sensitive': {
    en: 'It reads private data that the customer did not ask about, after untrusted text was read.',
    ja: '信頼できないテキストを読んだ後に、お客様が依頼していない個人情報を読み取ろうとしています。',
  },
  'read.vague': {
    en: 'Nothing in the name of the tool says that it only reads, and the customer did not ask for it.',
    ja: 'ツール名からは読み取り専用と判断できず、お客様の依頼もありません。',
  },
  'read.not-asked': {
    en: 'It reads something that the customer did not mention, after untrusted text was read.',
    ja: '信頼できないテキストを読んだ後に、お客様の依頼にない対象を読み取ろうとしています。',
  },
  'origin.recipient': untrusted('The recipient', '宛先'),
  'origin.account': untrusted('The account', '口座・支払手段'),
  'origin.url': untrusted('The address that data goes to', '送信先のURL'),
  'origin.command': untrusted('The command', 'コマンド'),
  'origin.credential': untrusted('The credential', '認証情報'),
  'origin.path': afterText('The path', 'パス'),
  'origin.target': afterText('The thing that is acted on', '操作の対象'),
  'origin.write-path': afterText('The path', 'パス'),
  'origin.write-target': afterText('The thing that is changed', '変更の対象'),
  'origin.amount': grave('The amount', '金額'),
  'origin.grave-target': grave('The thing that is acted on', '操作の対象'),
  'origin.grave-recipient': grave('The person or account', '相手'),
  'origin.grave-account': grave('The account', '口座・支払手段'),
  'origin.grave-credential': grave('The credential', '認証情報'),
  'origin.read-url': {
    en: 'The web address does not come from the customer or from a field of a result.',
    ja: 'URLがお客様の指定でも検索結果の項目でもありません。',
  },
  'origin.read-command': {
    en: "The tool only looks like a reader, and it takes a command that is not the customer's.",
    ja: '読み取り用に見えるツールですが、お客様のものでないコマンドを受け取ります。',
  },
};
