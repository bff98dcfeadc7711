import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server of the calls during development; the built console uses its own origin. */
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  server: { host: '127.0.0.1', port: 8145, proxy: { '/web': { target: server } } },
});
