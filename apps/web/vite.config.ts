import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

/**
 * Where the development server finds the calls and the stream; the built app uses its own origin.
 */
const server = 'http://127.0.0.1:8080';

/**
 * Libraries that every screen needs, as one file: apart they are two dozen small ones, and each
 * waits for its turn on a phone's connection.
 */
const ALWAYS = new RegExp(
  '/node_modules/(react|react-dom|scheduler|react-router|@tanstack|zustand|i18next|' +
    'react-i18next|@mantine/hooks|@mantine/notifications|@floating-ui|clsx)/',
);

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [presetMantine()] } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: ALWAYS }] } } },
  },
  server: {
    host: '127.0.0.1',
    port: 8140,
    proxy: { '/web/stream': { target: server, ws: true }, '/web': { target: server } },
  },
  preview: { host: '127.0.0.1', port: 8141 },
});
