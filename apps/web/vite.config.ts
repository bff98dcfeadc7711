import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

/**
 * Where the development server finds the calls and the stream; the built app uses its own origin.
 */
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [presetMantine()] } },
  build: { target: 'es2023', assetsInlineLimit: 0, sourcemap: false },
  server: {
    host: '127.0.0.1',
    port: 8140,
    proxy: { '/web/stream': { target: server, ws: true }, '/web': { target: server } },
  },
  preview: { host: '127.0.0.1', port: 8141 },
});
