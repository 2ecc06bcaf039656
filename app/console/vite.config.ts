import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8787' } },
});
