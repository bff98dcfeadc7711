import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDice } from '../testing/dice.ts';
import * as fields from './fields.ts';

/** The keys of the errors of a value; none when it is valid. */
function keysOf(schema: z.ZodType, value: unknown): string[] {
  const read = schema.safeParse(value);
  return read.success ? [] : read.error.issues.map((issue) => issue.message);
}

/** A second implementation of the grammar of decimals, without a regular expression. */
function isDecimal(text: string): boolean {
  const parts = text.split('.');
  if (parts.length > 2) return false;
  const digits = (part: string) => [...part].every((mark) => '0123456789'.includes(mark));
  const [whole = '', fraction] = parts;
  if (whole.length < 1 || whole.length > 20 || !digits(whole)) return false;
  if (whole.length > 1 && whole.startsWith('0')) return false;
  if (fraction === undefined) return true;
  return fraction.length >= 1 && fraction.length <= 18 && digits(fraction);
}

describe('fields', () => {
  it('HTTP-015 accepts decimals of one grammar only: digits with at most one dot', () => {
    for (const right of ['0', '1', '0.1', '10.00', '0.000000000000000001', '9'.repeat(20)]) {
      expect([right, keysOf(fields.decimal, right)]).toEqual([right, []]);
    }
    const wrong = [
      '',
      ' 1',
      '1 ',
      '+1',
      '-1',
      '1e3',
      '1E3',
      '0x10',
      '.5',
      '5.',
      '1.2.3',
      '00',
      '01',
    ];
    wrong.push(
      '1,5',
      '1_000',
      'NaN',
      'Infinity',
      '١',
      '１',
      '1\n',
      '1\u0000',
      '0.0000000000000000001',
    );
    wrong.push('1'.repeat(21), '−1', '1\u200b', '½');
    for (const text of wrong) {
      expect([text, keysOf(fields.decimal, text)]).toEqual([text, ['decimal']]);
    }
    for (const other of [1, 0, true, {}, [], ['1'], 1n]) {
      expect(keysOf(fields.decimal, other)).toEqual(['decimal']);
    }
    for (const nothing of [undefined, null]) {
      expect(keysOf(fields.decimal, nothing)).toEqual(['required']);
    }
    for (const zero of ['0', '0.0', '0.000000']) {
      expect(keysOf(fields.positiveDecimal, zero)).toEqual(['positive']);
    }
  });

  it('HTTP-015 agrees with a second parser of decimals on a million strings', () => {
    const dice = createDice(15);
    const marks = ['0', '1', '5', '9', '.', '0', '7', '-', '+', 'e', ' ', ',', '٣', '_', '\n'];
    let right = 0;
    for (let i = 0; i < 1_000_000; i++) {
      const among = dice.int(0, 3) === 0 ? marks.length - 1 : 6;
      let text = '';
      for (let length = dice.int(0, 8); length > 0; length--) text += marks[dice.int(0, among)];
      const taken = fields.decimal.safeParse(text).success;
      if (taken !== isDecimal(text)) throw new Error(`They differ on ${JSON.stringify(text)}`);
      if (taken) right += 1;
    }
    expect(right).toBeGreaterThan(100_000);
  });

  it('HTTP-016 accepts integers and booleans as JSON or as canonical text', () => {
    const count = fields.integer(-5, 500);
    expect([count.parse(7), count.parse('7'), count.parse('-5'), count.parse(-0)]).toEqual([
      7, 7, -5, 0,
    ]);
    for (const wrong of ['07', '7.0', '1e2', ' 7', '', '-0', '٧', 7.5, Number.NaN, true, [7], {}]) {
      expect([wrong, keysOf(count, wrong)]).toEqual([wrong, ['integer']]);
    }
    expect(keysOf(count, '9007199254740993')).toEqual(['integer']);
    expect(keysOf(count, '501')).toEqual(['tooLarge']);
    expect(keysOf(count, -6)).toEqual(['tooSmall']);
    expect(keysOf(count, undefined)).toEqual(['required']);
    expect(['true', '1', true].map((value) => fields.truth.parse(value))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['false', '0', false].map((value) => fields.truth.parse(value))).toEqual(
      Array(3).fill(false),
    );
    for (const wrong of ['yes', 'TRUE', 1, 0, ''])
      expect(keysOf(fields.truth, wrong)).toEqual(['truth']);
  });

  it('HTTP-016 limits texts, symbols, ids and times', () => {
    const name = fields.text(2, 5);
    expect(name.parse('  ab ')).toBe('ab');
    expect(keysOf(name, 'a')).toEqual(['tooShort']);
    expect(keysOf(name, 'abcdef')).toEqual(['tooLong']);
    for (const wrong of [
      'a\tb',
      'a\u0085b',
      'a\u202eb',
      '\u2067ab',
      'a\u2028b',
      'a\ud800',
      '\u200b\u3164',
    ])
      expect(keysOf(name, wrong), wrong).toEqual(['controlCharacter']);
    for (const right of ['علی', 'می\u200cشه', 'a\u200eb', '👩\u200d💻', '--'])
      expect(name.parse(right)).toBe(right);
    expect(fields.text(0, 5).parse(' ')).toBe('');
    expect(keysOf(fields.text(1, 5), ' ')).toEqual(['required']);
    for (const symbol of ['BTCUSDT', 'BTCUSDT-PERP', 'X2', `${'A'.repeat(24)}-CFD`]) {
      expect(fields.marketSymbol.parse(symbol)).toBe(symbol);
    }
    for (const wrong of ['B', 'BTC/USDT', 'btcusdt', '-PERP', 'BTC-', 'BTC-P2', 'BTC-USDT-PERP']) {
      expect(keysOf(fields.marketSymbol, wrong), wrong).toEqual(['marketSymbol']);
    }
    expect(fields.indexName.parse('XAU-USD')).toBe('XAU-USD');
    for (const wrong of ['BTCUSDT', 'btc-usdt', 'BTC-', '-USDT', 'BTC-USDT-PERP']) {
      expect(keysOf(fields.indexName, wrong), wrong).toEqual(['indexName']);
    }
    expect(keysOf(fields.assetSymbol, 'usdt')).toEqual(['assetSymbol']);
    expect(keysOf(fields.clientOrderId, 'x'.repeat(37))).toEqual(['clientOrderId']);
    expect(keysOf(fields.id, '0')).toEqual(['tooSmall']);
    expect(keysOf(fields.instant, '99999999999999')).toEqual(['tooLarge']);
    const range = z.strictObject({
      ...fields.timeRange,
      limit: fields.limit(50, 500),
      page: fields.page,
    });
    expect(range.parse({ from: '5' })).toEqual({ from: 5, limit: 50, page: 1 });
    expect(keysOf(range, { limit: '501' })).toEqual(['tooLarge']);
    expect(keysOf(fields.oneOf('buy', 'sell'), 'hold')).toEqual(['oneOf']);
    expect(keysOf(fields.oneOf('buy', 'sell'), undefined)).toEqual(['required']);
  });

  it('HTTP-017 prints each field as JSON Schema, for the reference page', () => {
    const input = z.strictObject({
      market: fields.marketSymbol,
      quantity: fields.positiveDecimal,
      limit: fields.limit(50, 500),
      postOnly: fields.truth,
    });
    const printed = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    expect(printed.properties).toMatchObject({
      market: { type: 'string' },
      limit: { type: 'integer', minimum: 1, maximum: 500 },
      postOnly: { type: 'boolean' },
    });
    expect(printed.additionalProperties).toBe(false);
  });
});
