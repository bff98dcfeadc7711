import accountArea from './en/accountArea.json';
import accountLog from './en/accountLog.json';
import addresses from './en/addresses.json';
import alerts from './en/alerts.json';
import apiKeys from './en/apiKeys.json';
import cfd from './en/cfd.json';
import chart from './en/chart.json';
import coming from './en/coming.json';
import content from './en/content.json';
import credit from './en/credit.json';
import deposits from './en/deposits.json';
import desk from './en/desk.json';
import earn from './en/earn.json';
import homeProducts from './en/homeProducts.json';
import inbox from './en/inbox.json';
import launch from './en/launch.json';
import lesson from './en/lesson.json';
import loans from './en/loans.json';
import lostFactors from './en/lostFactors.json';
import optionStatistics from './en/optionStatistics.json';
import options from './en/options.json';
import orderStatus from './en/orderStatus.json';
import orders from './en/orders.json';
import panels from './en/panels.json';
import promotion from './en/promotion.json';
import protection from './en/protection.json';
import purchases from './en/purchases.json';
import quality from './en/quality.json';
import receipts from './en/receipts.json';
import rewards from './en/rewards.json';
import secured from './en/secured.json';
import security from './en/security.json';
import spot from './en/spot.json';
import strategies from './en/strategies.json';
import support from './en/support.json';
import terms from './en/terms.json';
import transparency from './en/transparency.json';
import verification from './en/verification.json';
import verify from './en/verify.json';
import wallet from './en/wallet.json';
import wayOut from './en/wayOut.json';
import { first } from './first.ts';

/**
 * The English catalogue, one file an area, and the kit's own. English is complete and stands in for
 * the others. The app itself imports `first` and, with a screen, what is in `later/`.
 */
export const en = {
  ...first,
  accountArea,
  accountLog,
  alerts,
  apiKeys,
  cfd,
  chart,
  coming,
  content,
  credit,
  addresses,
  deposits,
  desk,
  earn,
  identity: { ...first.identity, ...security },
  homeProducts,
  inbox,
  lesson,
  loans,
  lostFactors,
  launch,
  options,
  optionStatistics,
  orderStatus,
  orders,
  panels,
  promotion,
  protection,
  purchases,
  quality,
  receipts: { ...receipts, ...verify },
  rewards,
  secured,
  spot,
  strategies,
  support,
  terms,
  transparency,
  verification,
  wallet,
  wayOut,
};
