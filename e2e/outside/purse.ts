import type { Ledger } from '@assay/core/ledger/ledger';
import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Turn } from '@assay/core/schema/turn';
import type { FollowUp } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import type { RealmPart } from '../../apps/server/realm.ts';

const PEOPLE = 40;
const EACH = 100_000n * 10n ** 8n;

/** Gives the first people money to trade with in their real accounts, by one command of its own. */
class Purse extends TableMachine {
  readonly name = 'purse';
  readonly rules = {
    fillPurses: (_body: object, { seq, actor }: Turn) => {
      const asset = this.#asset();
      if (actor !== OWNER.setup || asset === undefined) return { refusal: 'notAllowed' };
      this.#ledger.begin(seq);
      const from = this.#ledger.open(accountId(OWNER.outsideCapital, WALLET.currency, asset));
      for (let user = FIRST_USER; user < FIRST_USER + PEOPLE; user += 1) {
        const to = this.#ledger.open(accountId(user, WALLET.currency, asset));
        this.#ledger.post(from, to, EACH, PURPOSE.capital);
      }
      return {};
    },
  };
  readonly #ledger: Ledger;
  readonly #asset: () => number | undefined;

  constructor(ledger: Ledger, asset: () => number | undefined) {
    super();
    this.#ledger = ledger;
    this.#asset = asset;
  }

  /** Once its asset is listed, until it was given. */
  followUp(): FollowUp | null {
    const asset = this.#asset();
    if (asset === undefined) return null;
    const last = accountId(FIRST_USER + PEOPLE - 1, WALLET.currency, asset);
    if (this.#ledger.find(last) >= 0) return null;
    return { type: 'fillPurses', actor: OWNER.setup, body: {} };
  }
}

/** What the server of the test run has beside the product. */
export const parts: RealmPart[] = [
  {
    products: [],
    machines: ({ ledger, markets }) => ({
      purse: new Purse(ledger.ledger, () => markets.assetId('USDT')),
    }),
    migrations: () => [],
  },
];
