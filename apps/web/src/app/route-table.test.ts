import { expect, it } from 'vitest';
import { entryOf, ROUTES } from './route-table.ts';

/** The addresses of the specification, repeated here; /404 is served by the catch-all route. */
const PUBLIC =
  '/ /index /market /login /register /forgetpwd /text /downLoad /help /helpDetail /about /agrt ' +
  '/bannerDetail /notice /security /benefits /benefitsDetail /signRule';
const OTHERS =
  '/currency /currencyRecord /repayment /repayment2 /subscription /subscribe /deal /deal_c ' +
  '/deal_jg /lt /jgcc /all /dealList /positionList /preciousMetal /contractTransaction ' +
  '/leverTransactions /profit_index /profit_wdtg /profit_buy /recharge /money /sign /bindmpwd ' +
  '/bindphone /agreement /asset /table1 /table2 /record /transfer /address /person /setting ' +
  '/deallog /tbjl /subscriptionList /cbjl /kjmbSelect /kjmb /credit /receive /sfyz /smauth ' +
  '/seniorauth /dzrz /mypromotion /authentication /service /news /newsDetail';
/** Routes of ours that the specification does not name. */
const OURS = [
  ...['/apiKeys', '/verify', '/notMe', '/alerts', '/changes', '/withdrawalRules'],
  ...['/transparency', '/statistics', '/quality', '/vip'],
  ...['/setting/email', '/setting/security', '/setting/questions'],
];

const paths = (access?: string) =>
  ROUTES.filter((route) => access === undefined || route.access === access)
    .map((route) => route.path)
    .sort();

it('UI-001 every route of the specification exists, once', () => {
  expect(paths()).toEqual([...PUBLIC.split(' '), ...OTHERS.split(' '), ...OURS].sort());
});

it('UI-002 exactly the public routes are open to visitors', () => {
  expect(paths('public')).toEqual(
    [
      ...PUBLIC.split(' '),
      '/verify',
      '/notMe',
      '/changes',
      '/withdrawalRules',
      '/transparency',
      '/statistics',
      '/quality',
    ].sort(),
  );
});

it('UI-001 the addresses of the two areas redirect to their first screens', () => {
  const target = (path: string) => ROUTES.find((route) => route.path === path)?.show;
  expect(target('/asset')).toEqual({ redirect: '/table1' });
  expect(target('/person')).toEqual({ redirect: '/setting' });
});

it('UI-051 every screen with prices is marked as such', () => {
  for (const path of ['/', '/index', '/market', '/deal']) {
    expect(ROUTES.find((route) => route.path === path)?.showsPrices, path).toBe(true);
  }
});

it('UI-001 UI-005 an address is found in any case of letters and with a last slash, and nothing near it', () => {
  for (const { path } of ROUTES) expect(entryOf(ROUTES, path)?.path, path).toBe(path);
  const pathOf = (address: string) => entryOf(ROUTES, address)?.path;
  expect(['/', '/Market', '/setting/security/', '/deal_C'].map(pathOf)).toEqual([
    '/',
    '/market',
    '/setting/security',
    '/deal_c',
  ]);
  expect(['', '/404', '/market/BTC', '/settin', '/deal_', '//market'].map(pathOf)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});
