import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compress } from './build/compress.ts';

// `npm run dev` beside a running house: HTTP and the socket go to its gateway.
const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), compress()],
  build: {
    target: 'es2022',
    // Nothing inline: the Content-Security-Policy allows no data in scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // The guides are the rules' own: `npm run dev` may read them, too.
    fs: { allow: ['.', '../../libs/rules/guides'] },
    proxy: {
      '/api': { target: gateway },
      '/ws': { target: gateway, ws: true },
    },
  },
});
