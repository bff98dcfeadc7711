import type { Handlers } from '@assay/platform/http/context';
import { termsView } from '../collateral-views.ts';
import type { Parts } from '../parts.ts';
import { endsAt, ltvPpm, priceAt, sumOf, worthOf } from '../rules/collateral.ts';
import { LENT } from '../rules/index.ts';
import type { collateralStaffCalls } from '../schema/collateral.ts';
import { collateralTotals } from '../store/collateral-reads.ts';
import { text } from '../views.ts';

type All = Handlers<typeof collateralStaffCalls>;

/** So many loans with the highest shares are shown. */
const NEAR = 50;

/** What staff see of loans against collateral; two of them set its terms. */
export function collateralStaffHandlers({ realm, database }: Parts): All {
  return {
    getCollateralPool: async (_input, { now }) => {
      const machine = realm.secured();
      const totals = await collateralTotals(database.pool);
      const loans = machine.rows().map((row) => {
        const price = machine.lastPrice(row.asset)?.price ?? null;
        const owed = sumOf(machine.owedAt(row, now));
        const { collateral } = row;
        const share = price === null ? null : ltvPpm(owed, collateral, price);
        return { row, price, owed, share, terms: machine.termsOf(row) };
      });
      const assets = machine.terms.assets().map((asset) => {
        const own = loans.filter(({ row }) => row.asset === asset);
        const sum = (of: (one: (typeof own)[number]) => bigint) =>
          own.reduce((all, one) => all + of(one), 0n);
        return {
          ...termsView(realm, machine, asset, now)!,
          ...{ loans: own.length, lent: text(machine.lentAgainst(asset)) },
          owed: text(sum(({ owed }) => owed)),
          collateral: text(sum(({ row }) => row.collateral)),
          worth: text(sum(({ row, price }) => worthOf(row.collateral, price ?? 0n))),
          converted: text(totals.converted.get(asset) ?? 0n),
        };
      });
      // By what is left until collateral pays, which terms of versions make different.
      const room = ({ share, terms }: (typeof loans)[number]) =>
        terms.liquidationPpm - (share ?? 0);
      const near = loans.toSorted((a, b) => room(a) - room(b)).slice(0, NEAR);
      return {
        ...{ lentAsset: LENT, available: text(realm.available()), lost: text(totals.lost), assets },
        near: near.map(({ row, owed, share, terms }) => ({
          ...{ loanId: row.id, userId: row.userId, asset: realm.symbol(row.asset) },
          ...{ owed: text(owed), collateral: text(row.collateral), ltvPpm: share },
          ...{ calls: row.calls, callPpm: terms.callPpm, liquidationPpm: terms.liquidationPpm },
          callPrice: text(priceAt(owed, row.collateral, terms.callPpm)),
          liquidationPrice: text(priceAt(owed, row.collateral, terms.liquidationPpm)),
          endsAt: endsAt(row),
        })),
      };
    },
  };
}
