import '../../app/styles.css';
import '../../app/locales/later/desk.ts';
import i18next from 'i18next';
import { begin } from '../../app/begin.tsx';
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

begin(routes);
