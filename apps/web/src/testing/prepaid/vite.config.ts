import { mergeConfig } from 'vite';
import shipped from '../../../vite.config.ts';

/** The web app with the page of the prepaid contract, for the test run. */
export default mergeConfig(shipped, {
  plugins: [
    {
      name: 'entry-of-the-test-run',
      transformIndexHtml: {
        order: 'pre',
        handler: (html: string) =>
          html.replace('/src/app/main.tsx', '/src/testing/prepaid/main.tsx'),
      },
    },
  ],
});
