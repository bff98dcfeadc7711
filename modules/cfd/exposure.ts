import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { LONG, ONE, SHORT } from '@assay/core/position/value';
import type { Handlers } from '@assay/platform/http/context';
import { type CfdMachine, listingOf } from './machine/cfd-machine.ts';
import type { LiveContract } from './machine/contract.ts';
import { worthOf } from './rules/preview.ts';
import type { calls } from './schema/index.ts';

/** The engine of one realm. */
interface ExposedRealm {
  machine(): CfdMachine;
  now(): number;
}

/** What the house stands for now, by the engine's own figures. */
export function exposureCall(
  realms: Readonly<Record<Realm, ExposedRealm>>,
): Handlers<typeof calls>['getCfdExposure'] {
  return ({ realm }) => {
    const machine = realms[realm].machine();
    const at = realms[realm].now();
    const { contracts, tables, owed, endangered } = machine.state;
    const { house, insurance } = machine.capital();
    const waiting = new Map<number, number>();
    for (const { contract } of tables.orders.rows()) {
      waiting.set(contract, (waiting.get(contract) ?? 0) + 1);
    }
    const owing = [...owed].reduce((sum, id) => sum + (tables.accounts.get(id)?.owed ?? 0n), 0n);
    const worst = contracts.reduce((sum, live) => sum + machine.worstOf(live), 0n);
    return {
      at,
      contracts: contracts.map((live) => ({
        ...exposureOf(machine, live, at),
        orders: waiting.get(live.row.id) ?? 0,
      })),
      ...{ capital: text(house), insurance: text(insurance), worst: text(worst) },
      ...{ owed: text(owing), endangered: endangered.size },
    };
  };
}

function exposureOf(machine: CfdMachine, live: LiveContract, at: number) {
  const { row, quote, totals, positions } = live;
  const { sessions } = machine.state;
  const isOpen = sessions.sessionAt(row.index, at) !== null;
  const lots = (quantity: bigint) => text((quantity * ONE) / row.contractSize);
  const net = live.net();
  const size = net < 0n ? -net : net;
  const { isPriced } = live;
  return {
    ...{ version: row.version, listing: { ...listingOf(row) }, isOpen },
    opensAt: isOpen ? null : sessions.nextOpening(row.index, at),
    bid: quote === null ? '' : formatSafe(quote.bid, SCALE),
    ask: quote === null ? '' : formatSafe(quote.ask, SCALE),
    ...{ tickAt: quote?.at ?? 0, positions: positions.size },
    ...{ long: lots(totals[LONG].quantity), short: lots(totals[SHORT].quantity), net: lots(net) },
    value: text(isPriced ? worthOf(size, quote!.price, live.rate()) : 0n),
    ...{ gain: text(isPriced ? live.gain() : 0n), worst: text(machine.worstOf(live)) },
  };
}

const text = (units: bigint) => formatDecimal(units, SCALE);
