import type { PlanNote } from '../../wire/human-approval-request.ts';

/** What the approver reads about the plan of the task. */
export const PLAN_NOTES: Readonly<Record<PlanNote['fit'], PlanNote>> = {
  inside: {
    fit: 'inside',
    text: "The call belongs to the plan that was made from the user's request.",
    text_ja: '利用者の依頼から作成した計画に含まれる呼び出しです。',
  },
  unclear: {
    fit: 'unclear',
    text: "It is unclear whether the call belongs to the plan that was made from the user's request.",
    text_ja: '利用者の依頼から作成した計画に含まれるかどうかが明確ではありません。',
  },
  outside: {
    fit: 'outside',
    text: "The call is outside of the plan that was made from the user's request.",
    text_ja: '利用者の依頼から作成した計画に含まれない呼び出しです。',
  },
};
