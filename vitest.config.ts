import { defineConfig } from 'vitest/config';

// Vite adds its own. Named here, they would reach Node too, and `require` would get ES modules.
const conditions = ['@sekisho/source'];

const project = (name: string, folder = 'packages') => ({
  extends: true as const,
  test: {
    name,
    root: `${folder}/${name}`,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    typecheck: {
      enabled: true,
      include: ['src/**/*.test-d.ts', 'test/**/*.test-d.ts'],
      tsconfig: '../../tsconfig.test.json',
    },
  },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      project('sekisho'),
      project('responses'),
      project('iris'),
      project('dify-plugin'),
      project('postgres'),
      project('server', 'app'),
      project('console', 'app'),
      project('openai_gpt5_responses', 'app'),
      project('gpt5_agent_strategies', 'app'),
    ],
  },
});
