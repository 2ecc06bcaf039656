import type { PersonaLanguage } from '../detect-language.ts';

/** The facts that are required to propose a process, in the order of the questions. */
export const interviewFields = ['industry', 'processType', 'goal', 'deadline'] as const;

/** One of the facts that the interview asks for. */
export type InterviewField = (typeof interviewFields)[number];

/** The question and the label of each fact. */
export const interviewQuestions: Readonly<
  Record<InterviewField, Readonly<Record<PersonaLanguage, { label: string; question: string }>>>
> = {
  industry: {
    ja: { label: '業種', question: 'まず、業種を教えてください（例：製造業、IT、小売）。' },
    en: { label: 'industry', question: 'Which industry are you in (for example manufacturing, IT, retail)?' },
  },
  processType: {
    ja: {
      label: '業務の種類',
      question: 'どの業務のプロセスを作りますか（例：採用、オンボーディング、営業）。',
    },
    en: {
      label: 'type of process',
      question: 'Which process shall it be (for example hiring, onboarding, sales)?',
    },
  },
  goal: {
    ja: { label: 'ゴール', question: 'このプロセスのゴールは何ですか。何が終われば完了でしょうか。' },
    en: { label: 'goal', question: 'What is the goal? What has to be done for the process to be complete?' },
  },
  deadline: {
    ja: { label: '期限', question: 'ゴールの期限はいつですか（例：2027年3月31日、2か月後）。' },
    en: {
      label: 'deadline',
      question: 'When must the goal be reached (for example 2027-03-31, in two months)?',
    },
  },
};
