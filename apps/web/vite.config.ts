import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

/**
 * Where the development server finds the calls and the stream; the built app uses its own origin.
 */
const server = 'http://127.0.0.1:8080';

/**
 * What every screen needs is two files: the libraries, and the app with all that its entry imports.
 * Apart they are two dozen small ones, and each waits for its turn on a phone's connection.
 */
const ALWAYS = new RegExp(
  '/node_modules/(react|react-dom|scheduler|react-router|@tanstack|zustand|i18next|' +
    'react-i18next|clsx)/',
);

const GROUPS = [
  { name: 'base', test: ALWAYS, priority: 2 },
  { name: 'app', test: /\/main\.tsx$/, priority: 1 },
];

/**
 * Files name one another some thousand times, and a hash does not compress: 42 bits of it tell the
 * versions of one file apart, and a screen weighs less than with the usual 48.
 */
const NAME = 'assets/[name]-[hash:7]';

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [presetMantine()] } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    rolldownOptions: {
      output: {
        chunkFileNames: `${NAME}.js`,
        assetFileNames: `${NAME}[extname]`,
        codeSplitting: { groups: GROUPS },
      },
    },
  },
  // In the first paint, which the build makes, only what is used of the packages.
  ssr: { noExternal: true },
  server: {
    host: '127.0.0.1',
    port: 8140,
    proxy: { '/web/stream': { target: server, ws: true }, '/web': { target: server } },
  },
  preview: { host: '127.0.0.1', port: 8141 },
});
