import { SECOND } from '@assay/core/time';
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
    ...['purchase', 'purchaseUpload', 'loan', 'loanUpload', 'launch', 'cfdOrders', 'signIn'],
    'rewardZone',
  ]);
  const wide = scaleLimits(limitTable, 1000);
  for (const name of Object.keys(limitTable)) new Limits(wide).row(name);
  expect(wide.orderEntry?.account?.[0]).toEqual({ max: 50_000, ms: 2.5 * SECOND });
});
