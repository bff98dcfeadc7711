import { accountId, FIRST_USER, isStaff, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Assets, LedgerMachine } from '@assay/modules/ledger';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { CYCLE_DAYS, isDaySomewhere, PAYS, type Signed, slotOf } from './rules.ts';
import type { FundPromotions, SignIn } from './schema/commands.ts';
import { reward, signIn } from './store/tables.ts';

type RewardRules = RulesFor<'signIn' | 'fundPromotions'>;

export interface RewardsMachineOptions {
  readonly realm: Realm;
  readonly ledger: Pick<LedgerMachine, 'ledger'>;
  readonly assets: Assets;
  /** Who is taken for the same person; without this one. */
  peersOf(userId: number): Iterable<number>;
}

/** What one slot may pay: nobody publishes more. */
const MOST_PAID = 100 * 10 ** SCALE;
const MAX_FUNDS = 10n ** 17n;

/**
 * Sign-in rewards (decision 0080): once a calendar day of a person, out of house:promotions, as
 * long as there is something in it. There are none in the demo realm.
 */
export class RewardsMachine extends TableMachine {
  readonly name = 'rewards';
  readonly rules: RewardRules = {
    signIn: (body, turn) => this.#signIn(body, turn),
    fundPromotions: (body, turn) => this.#fund(body, turn),
  };
  readonly #signed = this.keep(signIn);
  readonly #paid = this.log(reward);
  /** How many people have signed last for each day; it follows from the rows. */
  readonly #lastDays = new Map<number, number>();
  readonly #options: RewardsMachineOptions;

  constructor(options: RewardsMachineOptions) {
    super();
    this.#options = options;
  }

  /** The last day that somebody has signed. */
  lastOf(userId: number): Signed | undefined {
    return this.#signed.get(userId);
  }

  /** How many people have signed for a day from this one on. */
  signedSince(day: number): number {
    let people = 0;
    for (const [last, count] of this.#lastDays) if (last >= day) people += count;
    return people;
  }

  override async load(...from: Parameters<TableMachine['load']>): Promise<void> {
    await super.load(...from);
    this.#lastDays.clear();
    for (const { day } of this.#signed.rows()) this.#count(day, 1);
  }

  #count(day: number, by: 1 | -1): void {
    const count = (this.#lastDays.get(day) ?? 0) + by;
    if (count === 0) this.#lastDays.delete(day);
    else this.#lastDays.set(day, count);
  }

  override audit(): void {
    super.audit();
    assert(this.signedSince(-Infinity) === this.#signed.size, 'everybody has a last day');
    for (const { userId, slot } of this.#signed.rows()) {
      assert(slot >= 1 && slot <= CYCLE_DAYS, `slot ${slot} of ${userId} is one of the cycle`);
    }
  }

  /**
   * Days of a person only rise: whatever zone somebody chooses and whatever clocks do, a calendar
   * day is paid once. It has to be that day somewhere, so that nobody signs ahead.
   */
  #signIn({ day, amounts }: SignIn, turn: Turn): ReturnType<RewardRules['signIn']> {
    const { seq, at, actor: userId } = turn;
    const { realm, assets, peersOf } = this.#options;
    const { ledger } = this.#options.ledger;
    if (realm !== 'real') return { refusal: 'onlyReal' };
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    if (!Number.isSafeInteger(day) || !isDaySomewhere(day, at)) return { refusal: 'invalidDay' };
    if (!areAmounts(amounts)) return { refusal: 'invalidAmounts' };
    const last = this.#signed.get(userId);
    if (last !== undefined && last.day >= day) return { refusal: 'alreadySigned' };
    for (const peer of peersOf(userId)) {
      if ((this.#signed.get(peer)?.day ?? -1) >= day) return { refusal: 'clusterSigned' };
    }
    const slot = slotOf(last, day);
    const amount = amounts[slot - 1]!;
    const asset = assets.assetId(PAYS);
    if (asset === undefined) return { refusal: 'fundEmpty' };
    const fund = ledger.find(accountId(OWNER.promotions, WALLET.currency, asset));
    if (!ledger.covers(fund, amount)) return { refusal: 'fundEmpty' };
    // Past this line nothing may fail.
    ledger.begin(seq);
    const person = ledger.open(accountId(userId, WALLET.currency, asset));
    ledger.post(fund, person, amount, PURPOSE.signInReward);
    if (last !== undefined) this.#count(last.day, -1);
    this.#count(day, 1);
    if (last === undefined) this.#signed.insert({ userId, day, slot });
    else this.#signed.change(last, { day, slot });
    this.#paid.add({ seq, userId, day, slot, asset, amount, at });
    const paid = { day, slot, asset: PAYS, amount: formatSafe(amount, SCALE) };
    this.publish({ type: 'rewardPaid', userId, reward: paid });
    return paid;
  }

  /** outside:capital -> house:promotions, decided by two of staff. */
  #fund(body: FundPromotions, turn: Turn): ReturnType<RewardRules['fundPromotions']> {
    const { realm, assets } = this.#options;
    const { ledger } = this.#options.ledger;
    if (realm !== 'real') return { refusal: 'onlyReal' };
    if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
    const asset = assets.assetId(body.asset);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    const amount = parseDecimal(body.amount, SCALE);
    if (amount === null || amount === 0n || amount > MAX_FUNDS) return { refusal: 'invalidAmount' };
    if (amount > ledger.roomFor(asset)) return { refusal: 'noRoom' };
    // Past this line nothing may fail.
    ledger.begin(turn.seq);
    const from = ledger.open(accountId(OWNER.outsideCapital, WALLET.currency, asset));
    const to = ledger.open(accountId(OWNER.promotions, WALLET.currency, asset));
    ledger.post(from, to, amount, PURPOSE.capital);
    return { asset: body.asset, amount: body.amount };
  }
}

function areAmounts(amounts: readonly number[]): boolean {
  if (!Array.isArray(amounts) || amounts.length !== CYCLE_DAYS) return false;
  const all: readonly unknown[] = amounts;
  return all.every(
    (one) => Number.isSafeInteger(one) && (one as number) > 0 && (one as number) <= MOST_PAID,
  );
}
