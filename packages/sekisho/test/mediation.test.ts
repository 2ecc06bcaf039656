import { createRunner } from '../src/index.ts';
import { describeMediation } from './suites/describe-mediation.ts';
import { expectWarnings } from '../../../test/expected-warnings.ts';

expectWarnings('AGENTS-E-GATE-EVAL');

describeMediation('createRunner', (options) => createRunner({ ...options, store: 'memory' }));
