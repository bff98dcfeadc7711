import fc from 'fast-check';
import sax from 'sax';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  asStaff,
  camt,
  close,
  type Entry,
  forget,
  IBAN,
  importFile,
  open,
} from '../purchases.suite.ts';
import type { NewLine } from '../store/lines.ts';
import { readCamt } from './camt.ts';
import { type CsvStatement, readCsv } from './csv.ts';

beforeAll(open);
afterAll(() => close());
beforeEach(forget);

const entry: Entry = { amount: '93.52', text: 'Re QB-X &amp; thanks', ref: 'R1' };

const readOf = (write: { mock: { calls: [string | null][] } }) =>
  write.mock.calls.reduce((sum, [piece]) => sum + (piece?.length ?? 0), 0);

describe('CAMT.053', () => {
  it('BUYS-040 gives the booked credits, and nothing else', () => {
    const file = camt([
      entry,
      { ...entry, ref: 'R2', amount: '0100.5' },
      { ...entry, ref: 'R3', kind: 'DBIT' },
      { ...entry, ref: 'R4', status: 'PDNG' },
      { ...entry, ref: 'R5', amount: '1.005' },
      { ...entry, ref: 'R6', amount: '-1' },
      { ...entry, ref: '' },
      { ...entry, ref: 'R7' },
      { ...entry, ref: 'R8' },
    ])
      .replace('R7</AcctSvcrRef>', 'R7</AcctSvcrRef><RvslInd>1</RvslInd>')
      .replace('R8</AcctSvcrRef>', 'R8</AcctSvcrRef><RvslInd>true</RvslInd>');
    const lines = readCamt(file) as { entry: string; amount: bigint }[];
    expect(lines).toHaveLength(3);
    expect(lines[0]).toEqual({
      ...{ account: IBAN, entry: 'R1', currency: 'EUR', amount: 9_352_000_000n },
      ...{ payer: 'Ana Sousa', remittance: 'Re QB-X & thanks', bookedOn: '2025-11-20' },
    });
    expect(lines[1]!.amount).toBe(10_050_000_000n);
    expect(lines[2]!.entry).toMatch(/^[0-9a-f]{32}$/);
    // Two payments in one sum name nobody.
    const detail = '<NtryDtls><TxDtls><RmtInf><Ustrd>QB-Y</Ustrd></RmtInf></TxDtls></NtryDtls>';
    const two = camt([entry]).replace('</Ntry>', `${detail}</Ntry>`);
    expect(readCamt(two)).toMatchObject([{ payer: '', remittance: '' }]);
  });

  it('BUYS-043 takes a number that is unique within its statement only as no name', () => {
    const of = (statement: string, change: Partial<Entry> = {}) => {
      const file = camt([{ ...entry, ref: '', ...change }]);
      const numbered = file.replace('<Amt', '<NtryRef>1</NtryRef><Amt');
      return readCamt(numbered.replace('<Acct>', `<Id>${statement}</Id><Acct>`)) as NewLine[];
    };
    const [first, again, other] = [of('S1')[0]!, of('S1')[0]!, of('S2')[0]!];
    expect(again).toEqual(first);
    const names = [first, other, of('S1', { amount: '1' })[0]!, of('S1', { payer: 'B' })[0]!];
    expect(new Set(names.map((line) => line.entry)).size).toBe(4);
    expect(of('S1', { ref: 'R1' })[0]!.entry).toBe('R1');
  });

  it('BUYS-041 reads no further than the first tag of many attributes or of great length', () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, i) => ` a${i}=""`).join('');
    const good = camt([entry]);
    const entryOf = (tag: string) => good.replace('<Ntry>', `<Ntry${tag}>`);
    const many = `<a${attributes(60)}/>`.repeat(3_000);
    const write = vi.spyOn(sax.SAXParser.prototype, 'write');
    for (const [text, most] of [
      [entryOf(attributes(20_000)), 20_000],
      [entryOf(attributes(65)).replace('</Ntry>', `</Ntry>${' '.repeat(9_999)}`), 4_000],
      [entryOf(` a="${'x'.repeat(99_999)}"`), 20_000],
      [entryOf(' '.repeat(99_999)), 20_000],
      [good.replace('<GrpHdr/>', `<GrpHdr>${many}</GrpHdr>`), 900_000],
    ] as const) {
      write.mockClear();
      expect(readCamt(text)).toBe('unreadable');
      expect(readOf(write)).toBeLessThan(most);
    }
    write.mockRestore();
    const wide = entryOf(attributes(64)).replace('</Ntry>', `</Ntry>${' '.repeat(20_000)}`);
    expect(readCamt(wide)).toHaveLength(1);
  });

  it('BUYS-041 refuses document types, entities, depth, length and what is broken', () => {
    const good = camt([entry]);
    const typed = (text: string) => good.replace('<Document', `${text}<Document`);
    const bomb = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "&l${i};&l${i};">`).join(
      '',
    );
    for (const text of [
      typed('<!DOCTYPE Document>'),
      typed('<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      typed(`<!DOCTYPE Document [<!ENTITY l0 "lol">${bomb}]>`),
      typed('<?php echo 1 ?>'),
      good.replace('Ana Sousa', '&unknown;'),
      good.replace('Ana Sousa', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`),
      good.replace('Ana Sousa', 'x'.repeat(3_000)),
      good.slice(0, -20),
      'not xml',
      '',
    ]) {
      expect(['unreadable', 'notStatement']).toContain(readCamt(text));
    }
    expect(readCamt(good.replace('camt.053', 'camt.052'))).toBe('notStatement');
    expect(readCamt(camt(Array.from({ length: 5_001 }, () => entry)))).toBe('tooManyLines');
    fc.assert(
      fc.property(fc.nat(good.length), fc.string({ maxLength: 5 }), (at, noise) => {
        const read = readCamt(good.slice(0, at) + noise + good.slice(at));
        expect(typeof read === 'string' || read.length <= 1).toBe(true);
      }),
    );
  });
});

const csv: CsvStatement = {
  ...{ text: '', account: IBAN, currency: 'EUR', separator: ';', decimals: ',' },
  days: 'dd.mm.yyyy',
  columns: { day: 1, payer: 2, remittance: 3, amount: 4, entry: 0 },
};
const HEAD = 'Day;Payer;Text;Amount\r\n';

describe('CSV', () => {
  it('BUYS-042 gives the credits of the named columns', () => {
    const text = `\ufeff${HEAD}20.11.2025;"Sousa; Ana";"say ""QB-X""";1.093,52\r\n21.11.2025;B;out;-5,00\r\n\r\n`;
    expect(readCsv({ ...csv, text })).toMatchObject([
      {
        ...{ account: IBAN, bookedOn: '2025-11-20', payer: 'Sousa; Ana', remittance: 'say "QB-X"' },
        amount: 109_352_000_000n,
      },
    ]);
    const wrong = [
      `${HEAD}2025-11-20;A;t;1,00`,
      `${HEAD}20.11.2025;A;t;1,005`,
      `${HEAD}20.11.2025;A;t;abc`,
      `${HEAD}20.13.2025;A;t;1,00`,
      `${HEAD}20.11.2025;"A;t;1,00`,
    ];
    for (const text of wrong)
      expect([text, readCsv({ ...csv, text })]).toEqual([text, 'unreadable']);
    const amounts = [
      ...(['12.50', '1.0.0,00', '1..,5', '.5,00', "1.000'000,00", '1.0000,00', '1,5,0'] as const),
      ...(['92233720368,55', '99999999999999999999,00'] as const),
    ];
    for (const amount of amounts) {
      const wrongly = `${HEAD}20.11.2025;A;t;${amount}`;
      expect([amount, readCsv({ ...csv, text: wrongly })]).toEqual([amount, 'unreadable']);
    }
    const right = ['1.234.567,80', "1'234'567,8", '1 234 567,800', '+1234567,8', '01234567,80'];
    for (const amount of right) {
      const read = readCsv({ ...csv, text: `${HEAD}20.11.2025;A;t;${amount}` });
      expect([amount, read]).toMatchObject([amount, [{ amount: 123_456_780_000_000n }]]);
    }
    const english = { ...csv, decimals: '.' as const, text: `${HEAD}20.11.2025;A;t;1,234.50` };
    expect(readCsv(english)).toMatchObject([{ amount: 123_450_000_000n }]);
    const far = { ...csv.columns, amount: 9 };
    expect(readCsv({ ...csv, text: HEAD, columns: far })).toBe('wrongColumns');
    expect(readCsv({ ...csv, text: '' })).toBe('wrongColumns');
  });
});

describe('importing', () => {
  it('BUYS-043 adds each line once, of our own accounts only', async () => {
    const file = camt([entry, { ...entry, ref: 'R2' }]);
    expect((await importFile(file)).data).toEqual({ read: 2, added: 2, differing: [] });
    expect((await importFile(camt([entry, { ...entry, ref: 'R3' }]))).data).toEqual({
      ...{ read: 2, added: 1, differing: [] },
    });
    const both = await Promise.all(
      Array.from({ length: 32 }, () => importFile(camt([{ ...entry, ref: 'R4' }]))),
    );
    expect(both.reduce((sum, { data }) => sum + (data?.added ?? 0), 0)).toBe(1);
    const other = await importFile(camt([entry], 'DE00'));
    expect(other.data).toMatchObject({ refusal: 'unknownAccount', detail: { account: 'DE00' } });
    expect((await importFile(camt([entry]), 'text/plain')).status).toBe(415);
    const fields = { account: IBAN, currency: 'EUR', separator: 'semicolon', decimals: 'comma' };
    const columns = { days: 'dd.mm.yyyy', dayColumn: '1', amountColumn: '4', payerColumn: '2' };
    const text = `${HEAD}20.11.2025;A;t;1,00`;
    const read = await importFile(text, 'text/csv', { ...fields, ...columns });
    expect(read.data).toEqual({ read: 1, added: 1, differing: [] });
    expect((await importFile(text, 'text/csv')).data.refusal).toBe('wrongColumns');
    const { data } = await asStaff(3, 'getBankLines');
    expect(data.open).toHaveLength(5);
    expect(data.open[0]).toMatchObject({ purchaseId: null, outcome: '', amount: '93.52' });
  });

  it('BUYS-162 an entry comes once, by whatever format and spelling its bank exports it again', async () => {
    const fields = { account: IBAN, currency: 'EUR', separator: 'semicolon', decimals: 'comma' };
    const columns = { days: 'dd.mm.yyyy', dayColumn: '1', amountColumn: '4', payerColumn: '2' };
    const rest = { ...fields, ...columns, remittanceColumn: '3' };
    const added = async (text: string, entryColumn = '') => {
      const given = entryColumn === '' ? rest : { ...rest, entryColumn };
      const file = text.startsWith('<') ? importFile(text) : importFile(text, 'text/csv', given);
      return (await file).data.added;
    };
    const debit = { ...entry, kind: 'DBIT' as const };
    const first = [
      { ...entry, ref: 'NB 2025/162' },
      { ...debit, ref: 'OUT 162' },
    ];
    expect(await added(camt(first))).toBe(2);
    for (const ref of ['NB2025/162', ' nb  2025/162', 'NB\u00a02025/162', 'NB\u200b2025/162']) {
      expect(await added(camt([{ ...entry, ref }])), ref).toBe(0);
      expect(await added(`Day;Payer;Text;Amount;No\n20.11.2025;A;t;93,52;${ref}`, '5'), ref).toBe(
        0,
      );
    }
    expect(await added(`Day;Payer;Text;Amount;No\n20.11.2025;A;t;-93,52;out162`, '5')).toBe(0);
    // What it says is its name where it has no number; one that is there with its number has one.
    expect(await added(`${HEAD}20.11.2025;Ana  Sousa;QB 1;7,00\n21.11.2025;A;t;8,00`)).toBe(2);
    expect(await added(`${HEAD}20.11.2025;Ana Sousa ;QB\u00a01;7,00`)).toBe(0);
    const twice = [
      { ...entry, ref: 'T 1' },
      { ...entry, ref: 'T1' },
      { ...entry, ref: 'T2' },
    ];
    expect(await added(camt(twice))).toBe(2);
  });

  it('BUYS-163 an entry that is known with another amount stays as it is, and is named', async () => {
    const given = [
      { ...entry, ref: 'D 1' },
      { ...entry, kind: 'DBIT' as const, ref: 'D 2' },
    ];
    expect((await importFile(camt(given))).data).toEqual({ read: 2, added: 2, differing: [] });
    const others = given.map((one) => ({ ...one, ref: one.ref.replace(' ', ''), amount: '93.53' }));
    const again = await importFile(camt([...others, given[0]!]));
    expect(again.data).toEqual({ read: 3, added: 0, differing: ['D1', 'D2'] });
    const { data } = await asStaff(3, 'getBankLines');
    const kept = data.open.filter((one: { entry: string }) => one.entry === 'D 1');
    expect(kept.map((one: { amount: string }) => one.amount)).toEqual(['93.52']);
  });
});
