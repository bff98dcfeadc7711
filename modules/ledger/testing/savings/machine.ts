import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { RulesFor } from '@assay/core/schema/registry';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import type { Assets } from '../../machine.ts';
import { type Box, type BoxView, box } from './schema.ts';

/** A second for tests, a day and thirty days. */
const TERMS_MS = [1_000, 86_400_000, 30 * 86_400_000];

/** Boxes in which people lock money for a term. Until it is paid back it is in a house pool. */
export class SavingsMachine extends TableMachine {
  readonly name = 'savings';
  readonly boxes = this.keep(box);
  readonly rules: RulesFor<'openBox' | 'closeBox'> = {
    openBox: ({ asset: symbol, amount: text, termMs }, { seq, at, actor: userId }) => {
      const asset = this.#assets.assetId(symbol);
      if (asset === undefined) return { refusal: 'unknownAsset' };
      const amount = parseSafe(text, SCALE);
      if (amount <= 0) return { refusal: 'invalidAmount' };
      if (!TERMS_MS.includes(termMs)) return { refusal: 'invalidTerm' };
      const from = this.#ledger.find(accountId(userId, WALLET.currency, asset));
      if (!this.#ledger.covers(from, amount)) return { refusal: 'insufficientBalance' };
      // Past this line nothing may fail.
      this.#ledger.begin(seq);
      this.#ledger.post(from, this.#pool(asset), amount, PURPOSE.earnSubscription);
      const row = { id: seq, userId, asset, amount, endsAt: at + termMs, state: 'locked' } as const;
      return this.#changed(this.boxes.insert(row));
    },
    closeBox: ({ boxId }, { seq, at, actor }) => {
      const row = this.boxes.get(boxId);
      if (row === undefined) return { refusal: 'unknownBox' };
      if (row.userId !== actor) return { refusal: 'notYours' };
      if (row.state === 'closed') return { refusal: 'alreadyClosed' };
      if (at < row.endsAt) return { refusal: 'notYet' };
      // Past this line nothing may fail.
      const to = this.#ledger.open(accountId(actor, WALLET.currency, row.asset));
      this.#ledger.begin(seq);
      this.#ledger.post(this.#pool(row.asset), to, row.amount, PURPOSE.earnRedemption);
      this.boxes.change(row, { state: 'closed' });
      return this.#changed(row);
    },
  };
  readonly #ledger: Ledger;
  readonly #assets: Assets;

  constructor(ledger: Ledger, assets: Assets) {
    super();
    this.#ledger = ledger;
    this.#assets = assets;
  }

  /** The pool of each asset has what the locked boxes pay back. */
  override audit(): void {
    super.audit();
    const locked = this.boxes.rows().filter(({ state }) => state === 'locked');
    for (const { id } of this.#assets.assets()) {
      const due = locked.reduce((sum, row) => sum + BigInt(row.asset === id ? row.amount : 0), 0n);
      assert(this.#ledger.available(this.#pool(id)) === due, `the pool of ${id} is what it owes`);
    }
  }

  view({ userId: _, asset, amount, ...box }: Box): BoxView {
    return { ...box, asset: this.#assets.assetSymbol(asset), amount: formatSafe(amount, SCALE) };
  }

  #changed(row: Box): BoxView {
    const view = this.view(row);
    this.publish({ type: 'boxChanged', userId: row.userId, box: view });
    return view;
  }

  /** In the house's contract wallet, because capital comes into the other one. */
  #pool(asset: number): AccountSlot {
    return this.#ledger.open(accountId(OWNER.rounding, WALLET.contract, asset));
  }
}
