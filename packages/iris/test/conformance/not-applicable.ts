const BOTH = ['2025-11-25', '2026-07-28'];

/**
 * The checks of the suite that cannot apply to the tools of iris, as "scenario:check", with the reason. With the tools of
 * `fixture-surface.ts` the same server code passes all required scenarios among them.
 */
export const notApplicable: readonly {
  why: string;
  revisions: readonly string[];
  checks: readonly string[];
}[] = [
  {
    why: 'Tools of iris return text and links to resources, never images, audio or embedded resources.',
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
    why: 'The schemas of iris do not use the JSON Schema 2020-12 keywords that this scenario checks.',
    revisions: BOTH,
    checks: ['json-schema-2020-12:json-schema-2020-12-tool-found'],
  },
  {
    why: 'Tools of iris report progress; they send no log messages and never use the model of the client.',
    revisions: ['2025-11-25'],
    checks: ['tools-call-with-logging:tools-call-with-logging', 'tools-call-sampling:tools-call-sampling'],
  },
  {
    why: 'The only form of iris has one boolean field, so it has no other defaults and no choices.',
    revisions: ['2025-11-25'],
    checks: [
      'elicitation-sep1034-defaults:elicitation-sep1034-general',
      'elicitation-sep1330-enums:elicitation-sep1330-general',
    ],
  },
  {
    why: 'Streams cannot be resumed, which the protocol allows; answers can be fetched again with iris_result.',
    revisions: ['2025-11-25'],
    checks: ['server-sse-polling:server-sse-priming-event', 'server-sse-polling:server-sse-retry-field'],
  },
  {
    why: 'No tool of iris requires a client capability or sends log messages.',
    revisions: ['2026-07-28'],
    checks: [
      'server-stateless:sep-2575-server-rejects-undeclared-capability',
      'server-stateless:sep-2575-missing-capability-http-400',
      'server-stateless:sep-2575-server-no-log-without-loglevel',
    ],
  },
  {
    why: 'iris has one elicitation, whether to start over, with the key "start_over"; these scenarios use other keys and kinds.',
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
    why: 'iris needs no state between rounds, and one round is enough.',
    revisions: ['2026-07-28'],
    checks: [
      'input-required-result-request-state:sep-2322-request-state-incomplete',
      'input-required-result-multi-round:sep-2322-multi-round-r1',
      'input-required-result-tampered-state:sep-2322-reject-tampered-state',
    ],
  },
  {
    why: 'Tasks of iris end with a result, also after a failure, never request input, and are always optional.',
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
    why: 'The text of the answer is compared exactly with that of a fixture.',
    revisions: ['2026-07-28'],
    checks: ['tasks-request-headers:tasks-headers-tolerate-mcp-method-on-tools-call'],
  },
  {
    why: 'No argument of iris is sent in a header.',
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
