import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Groups of modules that most screens load together. One file compresses better than many small ones, and needs fewer
 * requests.
 */
const GROUPS = [
  { name: 'shell', tags: ['$initial' as const], priority: 3 },
  {
    name: 'controls',
    test: /src[\\/]ui[\\/](?:controls|display|format)[\\/](?!tabs|virtual|switch)/u,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'effects',
    test: /src[\\/](?:i18n|approvals[\\/](?:effect|request[\\/](?:neutral|coded|describe|reasons|labels)|values[\\/]sources)|runs[\\/]context[\\/](?:texts|use)|policies[\\/]gate[\\/]compare)/u,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // All libraries use one copy of React, even when another version is installed higher up in the tree.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy allows no data: fonts or scripts, so small files are not inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8787' } },
});
