import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,platform,modules,apps,sim,bench,e2e,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['platform/testing/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
