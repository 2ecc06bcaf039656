import { defineConfig } from 'vitest/config';

const conditions = ['@sekisho/source', 'node', 'import', 'module', 'default'];

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
      project('server', 'app'),
    ],
  },
});
