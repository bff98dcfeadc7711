import { csvOf } from '@assay/kit/data/csv.ts';
import { describe, expect, it } from 'vitest';
import type { BalanceView, FillView, OrderView } from '../../lib/api/wire.ts';
import { shownBalances, worthOf } from './balances.tsx';
import { filledPercent, orderValue } from './order-cells.tsx';
import { rangeFrom } from './past.ts';
import { fillsCsv, ordersCsv } from './past-csv.ts';

describe("lists of one's own", () => {
  it('UI-442 a file has a byte order mark, ISO times, raw decimals and escaped text', () => {
    const fill = {
      at: Date.UTC(2026, 10, 20, 12, 30, 1, 250),
      id: 7,
      orderId: 9,
      market: 'BTCUSDT',
      side: 'buy',
      price: '60000.1',
      quantity: '0.00001',
      quote: '0.600001',
      fee: '0.00060001',
      feeAsset: 'USDT',
      liquidity: 'taker',
    } as FillView;
    expect(fillsCsv([fill])).toBe(
      '\uFEFFat,tradeId,orderId,market,side,price,quantity,quote,fee,feeAsset,liquidity\r\n' +
        '2026-11-20T12:30:01.250Z,7,9,BTCUSDT,buy,60000.1,0.00001,0.600001,0.00060001,USDT,taker\r\n',
    );
    const text = (value: string) => csvOf([value], [{ head: 'h', text: (row) => row }]);
    expect(text('a,"b"\n')).toBe('\uFEFFh\r\n"a,""b""\n"\r\n');
    for (const formula of ['=1+1', '+1', '-1+1', '-1.', '--1', '@a', '-1e3', '-1\n']) {
      expect(text(formula)).toContain(`'${formula}`);
    }
    expect(text('-0.06')).toBe('\uFEFFh\r\n-0.06\r\n');
  });

  it('UI-442 a client id that looks like a formula cannot run in a spreadsheet', () => {
    const order = { createdAt: 0, updatedAt: 0, clientOrderId: '-2+3' } as OrderView;
    expect(ordersCsv([order])).toContain(",'-2+3\r\n");
  });

  it('UI-442 UI-455 a file holds the way to a trigger, and the OCO of an order', () => {
    const stop = { createdAt: 0, updatedAt: 0, triggerPrice: '5', triggerWhen: 'falls', oco: 7 };
    expect(ordersCsv([stop as OrderView])).toContain(',5,falls,');
    expect(ordersCsv([stop as OrderView])).toContain(',7,');
    expect(ordersCsv([{ ...stop, oco: 0 } as OrderView])).not.toContain(',0,');
  });

  it('UI-441 the filled share is whole percent, and 100 only when all of it is filled', () => {
    const order = (change: Partial<OrderView>) =>
      ({
        quoteAmount: '',
        quantity: '3',
        filledQuantity: '0',
        status: 'new',
        ...change,
      }) as OrderView;
    expect(filledPercent(order({}))).toBe(0);
    expect(filledPercent(order({ filledQuantity: '2.9999' }))).toBe(99);
    expect(filledPercent(order({ filledQuantity: '3', status: 'filled' }))).toBe(100);
    expect(filledPercent(order({ quoteAmount: '100', quantity: '', filledQuote: '25' }))).toBe(25);
    expect(filledPercent(order({ quantity: '' }))).toBe(0);
  });

  it('UI-443 balances: nothing is left out, small ones are hidden on wish, unpriced ones never', () => {
    const balance = (asset: string, total: string, valueUsdt: string, wallet = 'currency') =>
      ({ asset, wallet, total, valueUsdt, available: total, held: '0' }) as BalanceView;
    const all = [
      balance('USDT', '0.5', '0.5'),
      balance('BTC', '1', '60000'),
      balance('ETH', '0', '0'),
      balance('NEW', '5', ''),
      balance('USDT', '9', '9', 'contract'),
    ];
    const shown = (wallet: BalanceView['wallet'], hideBelow: string) =>
      shownBalances(all, wallet, hideBelow).map(({ asset, total }) => `${asset} ${total}`);
    expect(shown('currency', '0')).toEqual(['BTC 1', 'USDT 0.5', 'NEW 5']);
    expect(shown('currency', '1')).toEqual(['BTC 1', 'NEW 5']);
    expect(shown('contract', '1')).toEqual(['USDT 9']);
    expect(shown('contract', '10')).toEqual([]);
  });

  it('UI-443 the total is exact, beyond what a float can count, and leaves the unpriced out', () => {
    const values = ['123456789012.12345678', '0.00000001', ''];
    const all = values.map(
      (valueUsdt) => ({ wallet: 'currency', total: '1', valueUsdt }) as BalanceView,
    );
    expect(worthOf(all, 'currency')).toBe('123456789012.12345679');
    expect(worthOf(all, 'contract')).toBe('0');
    expect(worthOf([], 'currency')).toBe('0');
  });

  it('UI-461 the value of an order is exact, its amount when it has one, and unknown at market', () => {
    const value = (order: Partial<OrderView>) =>
      orderValue({ quoteAmount: '', limitPrice: '', quantity: '', ...order } as OrderView);
    expect(value({ limitPrice: '95380.01', quantity: '0.12345' })).toBe('11774.6622345');
    expect(value({ limitPrice: '123456789.01', quantity: '987654.32101' })).toBe(
      '121932631123746.3801001',
    );
    expect(value({ quoteAmount: '250.5' })).toBe('250.5');
    expect(value({ quantity: '1' })).toBe('');
  });

  it('UI-442 a range begins on a whole minute, and all has no beginning', () => {
    const now = Date.UTC(2026, 10, 20, 12, 30, 59, 999);
    expect(rangeFrom('day', now)).toBe(Date.UTC(2026, 10, 19, 12, 30));
    expect(rangeFrom('week', now)).toBe(Date.UTC(2026, 10, 13, 12, 30));
    expect(rangeFrom('all', now)).toBeUndefined();
  });
});
