import { setImmediate as turn } from 'node:timers/promises';
import { readSettings } from '../../src/config/env.ts';
import { createService } from '../../src/composition/create-service.ts';
import { serveMeasured } from './serve-measured.ts';

/** The service with a model that responds immediately. It measures the service's own work, with real writes. */
const [answer = '', dataDir = ''] = process.argv.slice(2);
const usage = { promptTokens: 500, completionTokens: 60, totalTokens: 560 };
const { app } = createService(readSettings({ SEKISHO_DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000' }), {
  responder: {
    generateResponse: async (_messages, { onText } = {}) => {
      if (onText) {
        for (const piece of answer.split(/(?<=。)/)) {
          await turn();
          onText(piece);
        }
      }
      return { ok: true, content: answer, usage, model: 'm', retryCount: 0 };
    },
  },
});
serveMeasured(app.fetch);
