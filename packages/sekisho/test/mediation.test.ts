import { createRunner } from '../src/index.ts';
import { describeMediation } from '../src/testing/describe-mediation.ts';

describeMediation('createRunner', (options) => createRunner({ ...options, store: 'memory' }));
