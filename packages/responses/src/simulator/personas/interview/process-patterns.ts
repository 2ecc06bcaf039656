/** A kind of process and its usual steps. */
export type ProcessPattern = {
  fits: RegExp;
  steps: readonly {
    ja: string;
    en: string;
    basis: 'goal' | 'prev';
    offsetDays: number;
    dependsOn: readonly number[];
    artifact?: string;
  }[];
};

/** The processes that the interview can draft. The last one matches everything. */
export const processPatterns: readonly ProcessPattern[] = [
  {
    fits: /採用|hiring|recruit/i,
    steps: [
      {
        ja: '採用要件の定義',
        en: 'Define the position',
        basis: 'goal',
        offsetDays: -60,
        dependsOn: [],
        artifact: 'job_requirements',
      },
      {
        ja: '求人票の作成と公開',
        en: 'Write and publish the offer',
        basis: 'prev',
        offsetDays: 5,
        dependsOn: [1],
        artifact: 'job_posting',
      },
      { ja: '書類選考', en: 'Screen applications', basis: 'prev', offsetDays: 14, dependsOn: [2] },
      {
        ja: '面接',
        en: 'Interviews',
        basis: 'prev',
        offsetDays: 10,
        dependsOn: [3],
        artifact: 'interview_record',
      },
      {
        ja: '内定と条件提示',
        en: 'Make the offer',
        basis: 'prev',
        offsetDays: 5,
        dependsOn: [4],
        artifact: 'offer_letter',
      },
      {
        ja: 'PCとアカウントの手配',
        en: 'Order laptop and accounts',
        basis: 'goal',
        offsetDays: -14,
        dependsOn: [3],
      },
      {
        ja: '入社準備の最終確認',
        en: 'Final check before the first day',
        basis: 'goal',
        offsetDays: -3,
        dependsOn: [5, 6],
        artifact: 'checklist',
      },
    ],
  },
  {
    fits: /オンボーディング|入社|onboarding|研修|training/i,
    steps: [
      {
        ja: '受け入れ計画の作成',
        en: 'Plan the arrival',
        basis: 'goal',
        offsetDays: -21,
        dependsOn: [],
        artifact: 'onboarding_plan',
      },
      {
        ja: '機材とアカウントの準備',
        en: 'Prepare equipment and accounts',
        basis: 'prev',
        offsetDays: 7,
        dependsOn: [1],
      },
      { ja: 'メンターの割り当て', en: 'Assign a mentor', basis: 'prev', offsetDays: 2, dependsOn: [1] },
      {
        ja: '初日オリエンテーション',
        en: 'First-day orientation',
        basis: 'goal',
        offsetDays: 0,
        dependsOn: [2, 3],
        artifact: 'agenda',
      },
      {
        ja: '一週間後の面談',
        en: 'Talk after the first week',
        basis: 'prev',
        offsetDays: 5,
        dependsOn: [4],
        artifact: 'meeting_notes',
      },
    ],
  },
  {
    fits: /営業|商談|契約|sales/i,
    steps: [
      {
        ja: '顧客課題のヒアリング',
        en: "Learn the customer's problem",
        basis: 'goal',
        offsetDays: -40,
        dependsOn: [],
        artifact: 'hearing_sheet',
      },
      {
        ja: '提案書の作成',
        en: 'Write the proposal',
        basis: 'prev',
        offsetDays: 7,
        dependsOn: [1],
        artifact: 'proposal',
      },
      {
        ja: '見積もりの提出',
        en: 'Send the quote',
        basis: 'prev',
        offsetDays: 3,
        dependsOn: [2],
        artifact: 'quotation',
      },
      { ja: '社内稟議', en: 'Internal approval', basis: 'prev', offsetDays: 5, dependsOn: [3] },
      { ja: '契約条件の調整', en: 'Agree on the terms', basis: 'prev', offsetDays: 7, dependsOn: [4] },
      {
        ja: '契約締結',
        en: 'Sign the contract',
        basis: 'goal',
        offsetDays: -1,
        dependsOn: [5],
        artifact: 'contract',
      },
    ],
  },
  {
    fits: /./,
    steps: [
      {
        ja: '目的と範囲の確認',
        en: 'Settle purpose and scope',
        basis: 'goal',
        offsetDays: -30,
        dependsOn: [],
        artifact: 'brief',
      },
      {
        ja: '計画の作成',
        en: 'Make the plan',
        basis: 'prev',
        offsetDays: 5,
        dependsOn: [1],
        artifact: 'plan',
      },
      { ja: '実施', en: 'Carry it out', basis: 'prev', offsetDays: 12, dependsOn: [2] },
      {
        ja: '結果の確認',
        en: 'Check the result',
        basis: 'prev',
        offsetDays: 4,
        dependsOn: [3],
        artifact: 'report',
      },
      {
        ja: '完了報告',
        en: 'Report completion',
        basis: 'goal',
        offsetDays: 0,
        dependsOn: [4],
        artifact: 'completion_report',
      },
    ],
  },
];
