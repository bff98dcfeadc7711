import { type ComponentType, lazy } from 'react';
import MarketScreen from '../features/markets/market-screen.tsx';
import type { ComingScreen } from './coming.tsx';
import HomeScreen from './screens/home.tsx';
import type { FrameKind } from './shell/frame.tsx';

/** One address of the product. */
export interface RouteEntry {
  path: string;
  /** A visitor on a `user` route is redirected to /login and returns afterwards. */
  access: 'public' | 'user';
  /** A built screen, the text for one that is not built yet, or a redirect to another address. */
  show: BuiltScreen | { coming: ComingScreen } | { redirect: string };
  frame: FrameKind;
  showsPrices: boolean;
}

type Load = () => Promise<{ default: ComponentType }>;

export interface BuiltScreen {
  readonly screen: ComponentType;
  /** Its code, where that is a file of its own. */
  readonly load?: Load;
  /** Whether its page begins with the screen as visitors meet it, although its code comes later. */
  readonly painted?: boolean;
}

/** `texts`: those that only such a screen shows. */
function later(code: Load, texts?: () => Promise<unknown>): BuiltScreen {
  const load = async () => {
    const [module] = await Promise.all([code(), texts?.()]);
    return module;
  };
  return { screen: lazy(load), load };
}

const deskTexts = () => import('./locales/later/desk.ts');
const contentTexts = () => import('./locales/later/content.ts');
const changesTexts = () => import('./locales/later/changes.ts');
const accountTexts = () => import('./locales/later/account.ts');
const verificationTexts = () => import('./locales/later/verification.ts');
const walletTexts = () => import('./locales/later/wallet.ts');
const transparencyTexts = () => import('./locales/later/transparency.ts');
const verifyTexts = () => import('./locales/later/verify.ts');
const cfdTexts = () => import('./locales/later/cfd.ts');
const candleTexts = () => import('./locales/later/candles.ts');
const contractTexts = () => Promise.all([cfdTexts(), candleTexts()]);
const orderTexts = () => import('./locales/later/orders.ts');
const launchTexts = () => import('./locales/later/launch.ts');
const optionTexts = () => import('./locales/later/options.ts');
const optionDeskTexts = () => Promise.all([optionTexts(), candleTexts()]);
const statisticsTexts = () => import('./locales/later/option-statistics.ts');
const qualityTexts = () => import('./locales/later/quality.ts');
const earnTexts = () => import('./locales/later/earn.ts');
const loanTexts = () => import('./locales/later/loans.ts');
const wayOutTexts = () => import('./locales/later/way-out.ts');
const rewardTexts = () => import('./locales/later/rewards.ts');

// Where visitors arrive: these screens come with the app.
const Home = { screen: HomeScreen };
const Market = { screen: MarketScreen };
const Login = { ...later(() => import('../features/identity/login-screen.tsx')), painted: true };

const Deal = later(() => import('../features/spot/deal-screen.tsx'), deskTexts);
const Metals = later(() => import('../features/cfd/metals-screen.tsx'), contractTexts);
const CoinContracts = later(() => import('../features/cfd/coins-screen.tsx'), contractTexts);
const ContractPositions = later(() => import('../features/cfd/positions-screen.tsx'), cfdTexts);
const AllOrders = later(() => import('./screens/all-orders/all-screen.tsx'), orderTexts);
const DealList = later(() => import('./screens/all-orders/deal-list-screen.tsx'), orderTexts);
const PositionList = later(
  () => import('./screens/all-orders/position-list-screen.tsx'),
  orderTexts,
);
const OptionTrade = later(() => import('../features/options/trade-screen.tsx'), optionDeskTexts);
const OptionPositions = later(
  () => import('../features/options/positions-screen.tsx'),
  optionTexts,
);
const OptionStatistics = later(
  () => import('../features/options/statistics-screen.tsx'),
  statisticsTexts,
);
const ExecutionQuality = later(() => import('../features/cfd/quality-screen.tsx'), qualityTexts);
const Earn = later(() => import('../features/earn/index-screen.tsx'), earnTexts);
const EarnBuy = later(() => import('../features/earn/buy-screen.tsx'), earnTexts);
const EarnCustody = later(() => import('../features/earn/custody-screen.tsx'), earnTexts);
const LoanProducts = later(() => import('../features/loans/products-screen.tsx'), loanTexts);
const LoanRecords = later(() => import('../features/loans/records-screen.tsx'), loanTexts);
const Loan = later(() => import('../features/loans/loan-screen.tsx'), loanTexts);
const Repay = later(() => import('../features/loans/repay-screen.tsx'), loanTexts);
const Projects = later(() => import('../features/launch/list-screen.tsx'), launchTexts);
const Project = later(() => import('../features/launch/project-screen.tsx'), launchTexts);
const Subscriptions = later(() => import('../features/launch/mine-screen.tsx'), launchTexts);
const Text = later(() => import('../features/content/text-screen.tsx'), contentTexts);
const Help = later(() => import('../features/content/help-screen.tsx'), contentTexts);
const Notices = later(() => import('../features/content/notices-screen.tsx'), contentTexts);
const Changes = later(() => import('../features/parameters/changes-screen.tsx'), changesTexts);
const Agreement = later(() => import('../features/content/agreement-screen.tsx'), contentTexts);
const Download = later(() => import('../features/content/download-screen.tsx'), contentTexts);
const Register = later(() => import('../features/identity/register-screen.tsx'));
const Password = later(() => import('../features/identity/password-screen.tsx'));
const Verify = later(() => import('../features/receipts/verify-screen.tsx'), verifyTexts);
const Currency = later(() => import('../features/wallet/currency-screen.tsx'), walletTexts);
const Contract = later(() => import('../features/wallet/contract-screen.tsx'), walletTexts);
const Record = later(() => import('../features/wallet/record-screen.tsx'), walletTexts);
const Transfer = later(() => import('../features/wallet/transfer-screen.tsx'), walletTexts);
const Deposit = later(() => import('../features/wallet/deposits/deposit-screen.tsx'), walletTexts);
const DepositRecords = later(
  () => import('../features/wallet/deposits/records-screen.tsx'),
  walletTexts,
);
const Money = later(() => import('../features/wallet/withdrawals/money-screen.tsx'), walletTexts);
const WithdrawalRecords = later(
  () => import('../features/wallet/withdrawals/records-screen.tsx'),
  walletTexts,
);
const Addresses = later(
  () => import('../features/wallet/addresses/address-screen.tsx'),
  walletTexts,
);
const PurchaseSelect = later(
  () => import('../features/wallet/purchases/select-screen.tsx'),
  walletTexts,
);
const PurchaseTicket = later(
  () => import('../features/wallet/purchases/ticket-screen.tsx'),
  walletTexts,
);
const WayOut = later(() => import('../features/wallet/way-out-screen.tsx'), wayOutTexts);
const Transparency = later(
  () => import('../features/wallet/transparency-screen.tsx'),
  transparencyTexts,
);
const Setting = later(() => import('../features/identity/setting-screen.tsx'), accountTexts);
const Security = later(
  () => import('../features/identity/security/security-screen.tsx'),
  accountTexts,
);
const TradePassword = later(
  () => import('../features/identity/security/trade-password-screen.tsx'),
  accountTexts,
);
const BindEmail = later(
  () => import('../features/identity/security/bind-email-screen.tsx'),
  accountTexts,
);
const BindPhone = later(
  () => import('../features/identity/security/bind-phone-screen.tsx'),
  accountTexts,
);
const Questions = later(
  () => import('../features/identity/security/questions-screen.tsx'),
  accountTexts,
);
const Receive = later(() => import('../features/identity/receive-screen.tsx'), accountTexts);
const AccountLog = later(
  () => import('../features/identity/security/log-screen.tsx'),
  accountTexts,
);
const NotMe = later(() => import('../features/identity/security/not-me-screen.tsx'), accountTexts);
const Verification = later(
  () => import('../features/verification/entry-screen.tsx'),
  verificationTexts,
);
const Tiers = later(() => import('../features/verification/tiers-screen.tsx'), verificationTexts);
const Junior = later(() => import('../features/verification/junior-screen.tsx'), verificationTexts);
const Senior = later(() => import('../features/verification/senior-screen.tsx'), verificationTexts);
const Address = later(
  () => import('../features/verification/address-screen.tsx'),
  verificationTexts,
);
const News = later(() => import('../features/inbox/news-screen.tsx'), accountTexts);
const Service = later(() => import('../features/support/service-screen.tsx'), accountTexts);
const NewsDetail = later(() => import('../features/inbox/news-detail-screen.tsx'), accountTexts);
const Alerts = later(() => import('../features/alerts/alerts-screen.tsx'), accountTexts);
const ApiKeys = later(() => import('../features/api-keys/api-keys-screen.tsx'), accountTexts);
const Sign = later(() => import('../features/rewards/sign-screen.tsx'), rewardTexts);
const SignRule = later(() => import('../features/rewards/sign-rule-screen.tsx'), rewardTexts);
const Benefits = later(() => import('../features/rewards/benefits-screen.tsx'), rewardTexts);
const BenefitDetail = later(() => import('../features/rewards/benefit-screen.tsx'), rewardTexts);
const FeeTiers = later(() => import('../features/rewards/fee-tiers-screen.tsx'), rewardTexts);
const Promotion = later(() => import('../features/promotion/promotion-screen.tsx'), rewardTexts);
const Credit = later(() => import('../features/credit/credit-screen.tsx'), rewardTexts);

const page = (path: string, access: RouteEntry['access'], show: BuiltScreen): RouteEntry => ({
  path,
  access,
  show,
  frame: 'page',
  showsPrices: false,
});

const pricePage = (path: string, show: BuiltScreen): RouteEntry => ({
  ...page(path, 'public', show),
  showsPrices: true,
});

const quoteDesk = (path: string, show: BuiltScreen): RouteEntry => ({
  ...page(path, 'user', show),
  frame: 'quotes',
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
  page('/notMe', 'public', NotMe),
  page('/about', 'public', Text),
  page('/downLoad', 'public', Download),
  page('/help', 'public', Help),
  page('/helpDetail', 'public', Text),
  page('/bannerDetail', 'public', Text),
  page('/notice', 'public', Notices),
  page('/changes', 'public', Changes),
  page('/withdrawalRules', 'public', WayOut),
  page('/transparency', 'public', Transparency),
  page('/statistics', 'public', OptionStatistics),
  page('/quality', 'public', ExecutionQuality),
  page('/security', 'public', Text),
  page('/currency', 'user', LoanProducts),
  page('/currencyRecord', 'user', LoanRecords),
  page('/repayment', 'user', Loan),
  page('/repayment2', 'user', Repay),
  page('/benefits', 'public', Benefits),
  page('/benefitsDetail', 'public', BenefitDetail),
  page('/signRule', 'public', SignRule),
  page('/subscription', 'user', Projects),
  page('/subscribe', 'user', Project),
  {
    path: '/deal',
    access: 'user',
    show: Deal,
    frame: 'workspace',
    showsPrices: true,
  },
  quoteDesk('/deal_c', CoinContracts),
  { ...page('/lt', 'user', ContractPositions), showsPrices: true },
  quoteDesk('/deal_jg', OptionTrade),
  { ...page('/jgcc', 'user', OptionPositions), showsPrices: true },
  { ...page('/all', 'user', AllOrders), showsPrices: true },
  { ...page('/dealList', 'user', DealList), showsPrices: true },
  { ...page('/positionList', 'user', PositionList), showsPrices: true },
  quoteDesk('/preciousMetal', Metals),
  quoteDesk('/contractTransaction', Metals),
  ...coming('user', 'perpetual', '/leverTransactions'),
  page('/profit_index', 'user', Earn),
  page('/profit_wdtg', 'user', EarnCustody),
  page('/profit_buy', 'user', EarnBuy),
  page('/recharge', 'user', Deposit),
  page('/sign', 'user', Sign),
  page('/vip', 'user', FeeTiers),
  page('/bindmpwd', 'user', TradePassword),
  page('/bindphone', 'user', BindPhone),
  page('/setting/email', 'user', BindEmail),
  page('/setting/security', 'user', Security),
  page('/setting/questions', 'user', Questions),
  page('/deallog', 'user', AccountLog),
  page('/agreement', 'user', Agreement),
  redirect('/asset', '/table1'),
  page('/table1', 'user', Currency),
  page('/table2', 'user', Contract),
  page('/record', 'user', Record),
  page('/money', 'user', Money),
  page('/tbjl', 'user', WithdrawalRecords),
  page('/cbjl', 'user', DepositRecords),
  page('/transfer', 'user', Transfer),
  page('/address', 'user', Addresses),
  redirect('/person', '/setting'),
  page('/setting', 'user', Setting),
  page('/apiKeys', 'user', ApiKeys),
  page('/kjmbSelect', 'user', PurchaseSelect),
  page('/kjmb', 'user', PurchaseTicket),
  page('/credit', 'user', Credit),
  page('/subscriptionList', 'user', Subscriptions),
  page('/receive', 'user', Receive),
  page('/sfyz', 'user', Verification),
  page('/authentication', 'user', Tiers),
  page('/smauth', 'user', Junior),
  page('/seniorauth', 'user', Senior),
  page('/dzrz', 'user', Address),
  page('/mypromotion', 'user', Promotion),
  page('/service', 'user', Service),
  page('/news', 'user', News),
  page('/newsDetail', 'user', NewsDetail),
  page('/alerts', 'user', Alerts),
];

/** What an address shows; undefined where there is nothing. */
export function entryOf(routes: readonly RouteEntry[], pathname: string): RouteEntry | undefined {
  const wanted = plainPath(pathname);
  return routes.find(({ path }) => plainPath(path) === wanted);
}

/** As addresses are compared: in any case of letters, with or without a last slash. */
export function plainPath(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/+$/, '');
}
