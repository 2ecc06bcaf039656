import { createRunner } from '../src/index.ts';
import { describeMediation } from './suites/describe-mediation.ts';

describeMediation('createRunner', (options) => createRunner({ ...options, store: 'memory' }));
