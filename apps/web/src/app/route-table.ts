import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ComingScreen } from './coming.tsx';

/** One address of the product. */
export interface RouteEntry {
  path: string;
  /** A visitor on a `user` route is redirected to /login and returns afterwards. */
  access: 'public' | 'user';
  /** A built screen, the text for one that is not built yet, or a redirect to another address. */
  show: { screen: ComponentType } | { coming: ComingScreen } | { redirect: string };
  frame: 'page' | 'workspace';
  showsPrices: boolean;
}

type Screen = LazyExoticComponent<ComponentType>;

const Home = lazy(() => import('./screens/home.tsx'));
const Deal = lazy(() => import('../features/spot/deal-screen.tsx'));
const Market = lazy(() => import('../features/markets/market-screen.tsx'));
const Login = lazy(() => import('../features/identity/login-screen.tsx'));
const Register = lazy(() => import('../features/identity/register-screen.tsx'));
const Text = lazy(() => import('./screens/text.tsx'));
const Password = lazy(() => import('../features/identity/password-screen.tsx'));
const Verify = lazy(() => import('../features/receipts/verify-screen.tsx'));
const Setting = lazy(() => import('../features/identity/setting-screen.tsx'));
const ApiKeys = lazy(() => import('../features/api-keys/api-keys-screen.tsx'));

const page = (path: string, access: RouteEntry['access'], screen: Screen): RouteEntry => ({
  path,
  access,
  show: { screen },
  frame: 'page',
  showsPrices: false,
});

const pricePage = (path: string, screen: Screen): RouteEntry => ({
  ...page(path, 'public', screen),
  showsPrices: true,
});

const coming = (
  access: RouteEntry['access'],
  screen: ComingScreen,
  ...paths: string[]
): RouteEntry[] =>
  paths.map((path) => ({
    path,
    access,
    show: { coming: screen },
    frame: 'page',
    showsPrices: false,
  }));

const redirect = (path: string, to: string): RouteEntry => ({
  path,
  access: 'user',
  show: { redirect: to },
  frame: 'page',
  showsPrices: false,
});

/** Every route of the product (UI-001), the public ones first. */
export const ROUTES: readonly RouteEntry[] = [
  pricePage('/', Home),
  pricePage('/index', Home),
  pricePage('/market', Market),
  page('/login', 'public', Login),
  page('/register', 'public', Register),
  page('/forgetpwd', 'public', Password),
  page('/text', 'public', Text),
  page('/agrt', 'public', Text),
  page('/verify', 'public', Verify),
  ...coming('public', 'about', '/about'),
  ...coming('public', 'download', '/downLoad'),
  ...coming('public', 'help', '/help', '/helpDetail'),
  ...coming('public', 'notices', '/bannerDetail', '/notice'),
  ...coming('public', 'security', '/security'),
  ...coming('public', 'benefits', '/benefits', '/benefitsDetail'),
  ...coming('public', 'sign', '/signRule'),
  ...coming('user', 'loans', '/currency', '/currencyRecord', '/repayment', '/repayment2'),
  ...coming('user', 'launch', '/subscription', '/subscribe', '/subscriptionList'),
  {
    path: '/deal',
    access: 'user',
    show: { screen: Deal },
    frame: 'workspace',
    showsPrices: true,
  },
  ...coming('user', 'cfd', '/deal_c', '/lt'),
  ...coming('user', 'options', '/deal_jg', '/jgcc'),
  ...coming('user', 'positions', '/all', '/dealList', '/positionList'),
  ...coming('user', 'metals', '/preciousMetal', '/contractTransaction'),
  ...coming('user', 'perpetual', '/leverTransactions'),
  ...coming('user', 'earn', '/profit_index', '/profit_wdtg', '/profit_buy'),
  ...coming('user', 'deposit', '/recharge'),
  ...coming('user', 'withdraw', '/money'),
  ...coming('user', 'sign', '/sign'),
  ...coming('user', 'tradePassword', '/bindmpwd'),
  ...coming('user', 'bind', '/bindphone'),
  ...coming('user', 'texts', '/agreement'),
  redirect('/asset', '/table1'),
  ...coming('user', 'assets', '/table1', '/table2'),
  ...coming('user', 'records', '/record', '/tbjl', '/cbjl', '/deallog'),
  ...coming('user', 'transfer', '/transfer'),
  ...coming('user', 'addresses', '/address'),
  redirect('/person', '/setting'),
  page('/setting', 'user', Setting),
  page('/apiKeys', 'user', ApiKeys),
  ...coming('user', 'quickBuy', '/kjmbSelect', '/kjmb'),
  ...coming('user', 'credit', '/credit'),
  ...coming('user', 'receive', '/receive'),
  ...coming('user', 'verification', '/sfyz', '/smauth', '/seniorauth', '/dzrz', '/authentication'),
  ...coming('user', 'promotion', '/mypromotion'),
  ...coming('user', 'support', '/service', '/news', '/newsDetail'),
];
