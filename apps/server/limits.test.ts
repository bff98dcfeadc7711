import { SECOND } from '@assay/core/time';
import { calls as cfd } from '@assay/modules/cfd/schema';
import { calls as launch } from '@assay/modules/launch/schema';
import { calls as orders } from '@assay/modules/orders/schema';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { expect, it } from 'vitest';
import { limitTable } from './limits.ts';

it('HTTP-034 the rows of all modules form one table, which one factor raises as a whole', () => {
  const names = [
    'read',
    'write',
    'login',
    'loginFailure',
    'codeSend',
    'codeVerify',
    'codeGuess',
    'register',
  ];
  const orders = ['orderEntry', 'orderCancel', 'proof'];
  expect(Object.keys(limitTable)).toEqual([
    ...names,
    ...['factorFailure', 'tradePasswordFailure', 'stepUp', 'dataExport', 'smsReport', 'link'],
    'demo',
    'visitor',
    'firstVisitor',
    'apiKey',
    ...orders,
    'verificationUpload',
    'verificationSubmit',
    'verificationEvent',
    ...['supportMessage', 'supportUpload', 'supportTyping'],
    ...['testMoney', 'depositProof', 'recovery', 'withdrawal', 'withdrawalAddress', 'convertSmall'],
    ...['purchase', 'purchaseUpload', 'loan', 'loanUpload', 'launch', 'launchRound'],
    ...['cfdOrders', 'cfdClosing', 'signIn', 'rewardZone'],
  ]);
  const wide = scaleLimits(limitTable, 1000);
  for (const name of Object.keys(limitTable)) new Limits(wide).row(name);
  expect(wide.orderEntry?.account?.[0]).toEqual({ max: 50_000, ms: 2.5 * SECOND });
});

it('ORDR-170 CFDS-121 LNCH-076 who has used up the limit of a way in still has that of the way out', () => {
  const all: Readonly<Record<string, { readonly method: string; readonly limit?: string }>> = {
    ...orders,
    ...cfd,
    ...launch,
  };
  const ways = {
    placeOrder: ['cancelOrder', 'cancelAllOrders'],
    placeOco: ['cancelOrder', 'cancelAllOrders'],
    amendOrder: ['cancelOrder', 'cancelAllOrders'],
    placeCfdOrder: ['cancelCfdOrder', 'closeCfdPositions', 'protectCfdPosition'],
    subscribeNewcoins: ['withdrawNewcoins'],
  };
  const blocked: string[] = [];
  for (const [way, out] of Object.entries(ways)) {
    for (const exit of out) {
      const limits = new Limits(limitTable);
      const row = (call: string) => limits.row(all[call]?.limit ?? 'write');
      for (let i = 0; i < 1_000; i += 1) {
        row(way).takeAccount('anna', 0);
        row(way).takeNetwork('203.0.113', 0);
      }
      const waits = [row(exit).takeAccount('anna', 0), row(exit).takeNetwork('203.0.113', 0)];
      if (Math.max(...waits) > 0) blocked.push(`${exit} by ${way}`);
    }
  }
  expect(blocked).toEqual([]);
});
