import '../../app/styles.css';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { App } from '../../app/app.tsx';
import { ROUTES } from '../../app/route-table.ts';
import { DeskScreen } from '../../desk/desk-screen.tsx';
import texts from './en.json';
import { PREPAID } from './product.tsx';

declare module '../../app/i18n.ts' {
  interface Texts {
    prepaid: typeof texts;
  }
}

i18next.addResourceBundle('en', 'translation', { prepaid: texts }, true);

// The shipped app and one address more.
const routes = [
  ...ROUTES,
  {
    path: '/prepaid',
    access: 'user',
    show: { screen: () => <DeskScreen product={PREPAID} /> },
    frame: 'workspace',
    showsPrices: true,
  } as const,
];

const root = document.getElementById('root');
if (root) createRoot(root).render(<App routes={routes} />);
