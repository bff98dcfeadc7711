import { readdirSync, readFileSync } from 'node:fs';
import { columnsOf } from '@assay/core/schema/record';
import { LedgerMachine } from '@assay/modules/ledger';
import { expect, it } from 'vitest';
import { OptionsMachine } from './machine/options-machine.ts';
import { POLICIES } from './rules/policy.ts';

const assets = { assetId: () => 1, assetSymbol: () => 'USDT', assets: () => [] };
const machine = () =>
  new OptionsMachine({
    ...{ realm: 'demo', assets, prices: { lastIndex: () => undefined } },
    wallets: { claimedOf: () => 0n, moved: () => undefined },
    trials: { covers: () => false, spend: () => 0, restore: () => 0, fund: () => 0 },
    ledger: new LedgerMachine({ realm: 'demo', assets }),
  });

/** Whatever is stored about a person. A column that is not here fails the test. */
const OF_PERSON = {
  option_person: [
    ...['user_id', 'daily_stake', 'next_daily_stake', 'next_from', 'excluded_until', 'day'],
    ...['staked', 'losses_in_a_row', 'last_loss_at', 'cleared_by'],
  ],
};
/** Tables that decide, in which nobody is named. */
const OF_NOBODY = [
  ...['option_market', 'option_rate', 'option_series', 'option_settlement', 'option_feed'],
  ...['option_tick', 'option_day', 'option_void', 'option_window', 'option_made_good'],
];

it('OPTN-044 what is stored about people is a closed list, and tables that decide name nobody', () => {
  const { tables } = machine();
  const columns = new Map(
    tables.map((table) => [table.table, columnsOf(table).map(({ name }) => name)]),
  );
  for (const name of OF_NOBODY) expect(columns.get(name)?.join(), name).not.toMatch(/user|person/);
  expect(columns.get('option_person')).toEqual(OF_PERSON.option_person);
  const others = [...columns.keys()].filter((name) => !OF_NOBODY.includes(name)).sort();
  expect(others).toEqual(['ended_option', 'made_good_option', 'open_option', 'option_person']);
});

it('OPTN-044 the commands are a closed list; none names another person', () => {
  expect(Object.keys(machine().rules).sort()).toEqual([
    ...['buyOption', 'followTicks', 'limitOptions', 'listOptionMarket', 'makeGoodWindow'],
    ...['payMadeGood', 'sellOption', 'setOptionMarket', 'settleOptions', 'voidWindow'],
  ]);
  const commands = readFileSync(new URL('schema/commands.ts', import.meta.url), 'utf8');
  const bodies = commands.slice(0, commands.indexOf('export interface OptionView'));
  const code = bodies.replace(/\/\*\*[\s\S]*?\*\//g, '');
  expect(code).not.toMatch(/user|person/i);
});

it('OPTN-044 what settles reads nothing of a person, and a policy can only refuse', () => {
  const folder = new URL('../../core/option/', import.meta.url);
  const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'));
  const core = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join();
  expect(core).not.toMatch(/userId|Math\.random|\bDate\b|process\./);
  const settler = readFileSync(new URL('machine/settler.ts', import.meta.url), 'utf8');
  // It tells the people's part of an end, and asks it nothing.
  expect(settler.match(/\bpeople\.(?!ts)\w+/g)).toEqual(['people.ended']);
  const fields = Object.values(POLICIES).flatMap((policy) => Object.keys(policy));
  expect([...new Set(fields)]).toEqual(['isOffered', 'lossesInARow', 'coolOffMs']);
});
