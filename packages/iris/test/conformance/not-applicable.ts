const BOTH = ['2025-11-25', '2026-07-28'];

/**
 * The checks of the suite that cannot apply to the tools of iris itself, as "scenario:check", and why. With the tools of
 * `fixture-surface.ts` the same server code passes every one of the required scenarios among them.
 */
export const notApplicable: readonly {
  why: string;
  revisions: readonly string[];
  checks: readonly string[];
}[] = [
  {
    why: 'Tools of iris return text and links to resources, never images, sound or embedded resources.',
    revisions: BOTH,
    checks: [
      'tools-call-image:tools-call-image',
      'tools-call-audio:tools-call-audio',
      'tools-call-embedded-resource:tools-call-embedded-resource',
      'tools-call-mixed-content:tools-call-mixed-content',
    ],
  },
  {
    why: 'Prompts of iris consist of text.',
    revisions: BOTH,
    checks: [
      'prompts-get-embedded-resource:prompts-get-embedded-resource',
      'prompts-get-with-image:prompts-get-with-image',
    ],
  },
  {
    why: 'The schemas of iris use none of the keywords of JSON Schema 2020-12 that this looks for.',
    revisions: BOTH,
    checks: ['json-schema-2020-12:json-schema-2020-12-tool-found'],
  },
  {
    why: 'Tools of iris report progress; they send no log messages and never use the model of the client.',
    revisions: ['2025-11-25'],
    checks: ['tools-call-with-logging:tools-call-with-logging', 'tools-call-sampling:tools-call-sampling'],
  },
  {
    why: 'The only form of iris has one yes-or-no field: there are no other defaults and no choices to look at.',
    revisions: ['2025-11-25'],
    checks: [
      'elicitation-sep1034-defaults:elicitation-sep1034-general',
      'elicitation-sep1330-enums:elicitation-sep1330-general',
    ],
  },
  {
    why: 'Streams cannot be resumed, which the protocol leaves open; answers can be fetched again with iris_result.',
    revisions: ['2025-11-25'],
    checks: ['server-sse-polling:server-sse-priming-event', 'server-sse-polling:server-sse-retry-field'],
  },
  {
    why: 'No tool of iris requires an ability of the client or sends log messages.',
    revisions: ['2026-07-28'],
    checks: [
      'server-stateless:sep-2575-server-rejects-undeclared-capability',
      'server-stateless:sep-2575-missing-capability-http-400',
      'server-stateless:sep-2575-server-no-log-without-loglevel',
    ],
  },
  {
    why: 'iris asks one question, whether to start over, under the key "start_over"; these use other keys and kinds.',
    revisions: ['2026-07-28'],
    checks: [
      'input-required-result-basic-elicitation:sep-2322-elicitation-incomplete',
      'input-required-result-basic-sampling:sep-2322-sampling-incomplete',
      'input-required-result-basic-list-roots:sep-2322-list-roots-incomplete',
      'input-required-result-multiple-input-requests:sep-2322-multiple-inputs-incomplete',
      'input-required-result-capability-check:sep-2322-respect-client-capabilities',
      'input-required-result-ignore-extra-params:sep-2322-ignore-unexpected-params',
      'input-required-result-non-tool-request:sep-2322-non-tool-incomplete',
    ],
  },
  {
    why: 'iris needs no state between the rounds of a question, and one round is enough.',
    revisions: ['2026-07-28'],
    checks: [
      'input-required-result-request-state:sep-2322-request-state-incomplete',
      'input-required-result-multi-round:sep-2322-multi-round-r1',
      'input-required-result-tampered-state:sep-2322-reject-tampered-state',
    ],
  },
  {
    why: 'Tasks of iris end with a result, also with that of a failure, never ask, and are always optional.',
    revisions: ['2026-07-28'],
    checks: [
      'tasks-lifecycle:sep-2663-tasks-get-status-failed',
      'tasks-dispatch-and-envelope:tasks-result-type-complete-on-non-task-responses',
      'tasks-mrtr-input:sep-2663-tasks-get-status-input-required',
      'tasks-mrtr-input:tasks-mrtr-tasks-update-resumes',
      'tasks-mrtr-input:tasks-mrtr-partial-fulfillment',
      'tasks-mrtr-composition:sep-2663-mrtr-synchronous-before-task-creation',
      'tasks-required-task-error:sep-2663-server-returns-missing-capability-when-required',
    ],
  },
  {
    why: 'The text of the answer is compared word for word with that of a fixture.',
    revisions: ['2026-07-28'],
    checks: ['tasks-request-headers:tasks-headers-tolerate-mcp-method-on-tools-call'],
  },
  {
    why: 'No argument of iris travels in a header.',
    revisions: ['2026-07-28'],
    checks: [
      'http-custom-header-server-validation:sep-2243-server-no-xmcp-tool',
      'http-custom-header-server-validation:sep-2243-server-decode-base64',
      'http-custom-header-server-validation:sep-2243-server-validate-param-match',
      'http-custom-header-server-validation:sep-2243-server-reject-invalid-param-chars',
      'http-custom-header-server-validation:sep-2243-server-reject-param-mismatch',
    ],
  },
];
