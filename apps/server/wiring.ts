import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Funds, VirtualAccounts } from '@assay/modules/identity';
import type { Reply } from '@assay/platform/engine/command';
import type { Log } from '@assay/platform/log';
import type { Metrics } from '@assay/platform/metrics';
import { hasNoBalance, openThingsOf } from './open-things.ts';
import type { RealmEngine } from './realm.ts';

/** Implements the interfaces by which modules use others that they may not import. */

const CASH = 'USDT';

/**
 * Where the operator sees refusals; the limit on opening virtual accounts bounds how many there
 * are.
 */
export interface Report {
  readonly log: Pick<Log, 'error'>;
  readonly figures: Metrics;
}

/** `balance`: the funds of a new virtual account, in whole USDT. */
export function virtualAccountsOf(
  demo: RealmEngine,
  balance: bigint,
  report: Report,
): VirtualAccounts {
  const grants = [{ asset: CASH, amount: String(balance) }];
  const refused = report.figures.counter(
    'assay_virtual_accounts_refused_total',
    'Virtual accounts not opened or not reset because the virtual money is used up',
  );
  const submit = async <T extends 'openVirtualAccount' | 'resetVirtualAccount'>(
    type: T,
    userId: number,
    id?: string,
  ): Promise<Reply<T>> => {
    const command = { type, actor: userId, body: { userId, grants } };
    const reply = await demo.submit<T>(id === undefined ? command : { ...command, id });
    if (!reply.ok && reply.refusal === 'noRoom') {
      refused.inc();
      report.log.error({ type }, `the virtual money of all accounts is used up (${CASH})`);
    }
    return reply;
  };
  return {
    open: async (userId) => {
      const reply = await submit('openVirtualAccount', userId);
      if (reply.ok || reply.refusal === 'alreadyOpen') return true;
      if (reply.refusal === 'noRoom') return false;
      throw new Error(`a virtual account was refused: ${reply.refusal}`);
    },
    end: async (userId) => {
      const id = `endVirtualAccount ${userId}`;
      const body = { userId };
      const reply = await demo.submit({ type: 'endVirtualAccount', actor: OWNER.setup, id, body });
      if (reply.ok || reply.refusal === 'notOpen') return;
      throw new Error(`a virtual account was not ended: ${reply.refusal}`);
    },
    reset: (userId, id) => submit('resetVirtualAccount', userId, id),
  };
}

/**
 * How many more virtual accounts can be opened: the sum of all grants must fit an int64, in units
 * of 1e-8. Of 100,000 USDT each these are 922,337.
 */
export function virtualAccountsLeft(demo: RealmEngine, balance: bigint): number {
  const { ledger, markets } = demo.machines;
  const asset = markets.assetId(CASH);
  if (asset === undefined) return 0;
  return Number(BigInt(ledger.ledger.roomFor(asset)) / (balance * 10n ** BigInt(SCALE)));
}

/** Available USDT of the currency account, as decided now. */
export function fundsOf(engines: Readonly<Record<Realm, RealmEngine>>): Funds {
  return {
    usdt: (userId, realm) => {
      const { ledger, markets } = engines[realm].machines;
      const asset = markets.assetId(CASH);
      if (asset === undefined) return '0';
      const slot = ledger.ledger.find(accountId(userId, WALLET.currency, asset));
      return formatDecimal(ledger.ledger.available(slot), SCALE);
    },
    isEmpty: (userId) => {
      const { machines } = engines.real;
      return hasNoBalance(machines, userId) && openThingsOf(machines, userId).length === 0;
    },
  };
}
