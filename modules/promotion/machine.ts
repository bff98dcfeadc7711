import type { AccountSlot } from '@assay/core/ledger/ledger';
import {
  accountId,
  FIRST_USER,
  isStaff,
  MAX_ASSET,
  OWNER,
  WALLET,
} from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Assets, LedgerMachine } from '@assay/modules/ledger';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { Clusters } from './clusters.ts';
import { Lines } from './lines.ts';
import { areRates, commissionOf, dayOf, dayStart, LEVELS } from './rules.ts';
import type {
  BindReferral,
  CloseCommissionDay,
  KeptFee,
  PayCommissions,
} from './schema/commands.ts';
import { clusterMember, commission, commissionDay, referral } from './store/tables.ts';

type PromotionRules = RulesFor<
  'bindReferral' | 'payCommissions' | 'closeCommissionDay' | 'joinCluster' | 'leaveCluster'
>;

export interface PromotionMachineOptions {
  readonly realm: Realm;
  readonly ledger: Pick<LedgerMachine, 'ledger'>;
  readonly assets: Assets;
}

/** What of a level's commission is posted. */
interface Share {
  readonly level: number;
  readonly to: number;
  readonly asset: number;
  readonly symbol: string;
  readonly fees: bigint;
  readonly ratePpm: number;
  readonly amount: bigint;
}

interface Fees {
  readonly asset: number;
  readonly symbol: string;
  readonly amount: bigint;
}

/** Fees of one person and day may be in every asset that there can be, and are paid at once. */
const MOST_FEES = MAX_ASSET;

/**
 * Invitations and what they earn (decision 0081): a part of the fees that the house has kept, for
 * each person, UTC day and level once. Nothing of it is there in the demo realm.
 */
export class PromotionMachine extends TableMachine {
  readonly name = 'promotion';
  readonly rules: PromotionRules = {
    bindReferral: (body, turn) => this.#bind(body, turn),
    payCommissions: (body, turn) => this.#pay(body, turn),
    closeCommissionDay: (body, turn) => this.#close(body, turn),
    joinCluster: ({ userId, withUserId }, { actor, at }) => {
      if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
      if (!isStaff(actor)) return { refusal: 'notAllowed' };
      if (!isUser(userId) || !isUser(withUserId) || userId === withUserId) {
        return { refusal: 'unknownUser' };
      }
      return this.clusters.join(userId, withUserId, at);
    },
    leaveCluster: ({ userId }, { actor }) => {
      if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
      if (!isStaff(actor)) return { refusal: 'notAllowed' };
      return this.clusters.leave(userId) ? { userId } : { refusal: 'notInCluster' };
    },
  };
  readonly clusters = new Clusters(this.keep(clusterMember));
  /** Whom people have invited, over four levels. */
  readonly lines = new Lines();
  readonly #referrals = this.keep(referral);
  readonly #days = this.keep(commissionDay);
  readonly #paid = this.log(commission);
  readonly #options: PromotionMachineOptions;

  constructor(options: PromotionMachineOptions) {
    super();
    this.#options = options;
  }

  /** Who has invited a person, who has invited them, and so on: four at most. */
  uplineOf(userId: number): number[] {
    const found: number[] = [];
    let above = this.#referrals.get(userId)?.referrerId;
    while (above !== undefined && found.length < LEVELS.length) {
      found.push(above);
      above = this.#referrals.get(above)?.referrerId;
    }
    return found;
  }

  isReferred(userId: number): boolean {
    return this.#referrals.get(userId) !== undefined;
  }

  /** How many people were invited by somebody. */
  invited(): number {
    return this.#referrals.size;
  }

  /** The last day of whose fees this person's commissions were paid. */
  paidDayOf(userId: number): number | null {
    return this.#referrals.get(userId)?.paidDay ?? null;
  }

  /** The last closed day and its last command; null before the first. */
  closed(): { readonly day: number; readonly upTo: number } | null {
    return this.#days.get(1) ?? null;
  }

  /** The first day of which something may be due; null while nobody is invited. */
  firstOpenDay(): number | null {
    const closed = this.closed();
    if (closed !== null) return closed.day + 1;
    let first: number | null = null;
    for (const { boundAt } of this.#referrals.rows()) {
      const day = dayOf(boundAt);
      if (first === null || day < first) first = day;
    }
    return first;
  }

  override async load(...from: Parameters<TableMachine['load']>): Promise<void> {
    await super.load(...from);
    this.clusters.index();
    this.lines.clear();
    for (const { userId } of this.#referrals.rows()) this.lines.add(userId, this.uplineOf(userId));
  }

  /** When somebody was bound to who has invited them. */
  boundAt(userId: number): number | null {
    return this.#referrals.get(userId)?.boundAt ?? null;
  }

  override audit(): void {
    super.audit();
    this.clusters.audit();
    let members = 0;
    for (const { userId, referrerId } of this.#referrals.rows()) {
      members += this.uplineOf(userId).length;
      assert(referrerId < userId, `${userId} was invited by somebody who was there before`);
    }
    this.lines.audit(members, (userId, member) => this.uplineOf(member).indexOf(userId) + 1);
  }

  /** Numbers rise as people register, so that nobody is invited by whom they have invited. */
  #bind(body: BindReferral, turn: Turn): ReturnType<PromotionRules['bindReferral']> {
    const { userId, referrerId } = body;
    if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    if (!isUser(userId) || !isUser(referrerId)) return { refusal: 'unknownUser' };
    if (referrerId >= userId) return { refusal: 'notEarlier' };
    if (this.isReferred(userId)) return { refusal: 'alreadyBound' };
    const paidDay = dayOf(turn.at) - 1;
    this.#referrals.insert({ userId, referrerId, boundAt: turn.at, paidDay });
    this.lines.add(userId, this.uplineOf(userId));
    return { userId, referrerId };
  }

  #pay(body: PayCommissions, turn: Turn): ReturnType<PromotionRules['payCommissions']> {
    const { userId, day, ratesPpm } = body;
    if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const row = this.#referrals.get(userId);
    if (row === undefined) return { refusal: 'notReferred' };
    if (!Number.isSafeInteger(day) || turn.at < dayStart(day + 1)) return { refusal: 'dayNotOver' };
    if (day <= (this.closed()?.day ?? -1)) return { refusal: 'dayClosed' };
    if (day <= row.paidDay) return { refusal: 'alreadyPaid' };
    const fees = this.#readFees(body.fees);
    if (fees === null) return { refusal: 'invalidFees' };
    if (!areRates(ratesPpm)) return { refusal: 'invalidRates' };
    const shares = this.#sharesOf(userId, fees, ratesPpm);
    if (!this.#areThere(fees, shares)) return { refusal: 'feesNotThere' };
    // Past this line nothing may fail.
    const { ledger } = this.#options.ledger;
    ledger.begin(turn.seq);
    this.#referrals.change(row, { paidDay: day });
    for (const share of shares) this.#post(share, userId, day, turn);
    const paid = shares
      .filter(({ amount }) => amount > 0n)
      .map(({ to, level, symbol: asset, amount }) => {
        return { to, level, asset, amount: formatDecimal(amount, SCALE) };
      });
    return { userId, day, paid };
  }

  #close(body: CloseCommissionDay, turn: Turn): ReturnType<PromotionRules['closeCommissionDay']> {
    const { day, upTo } = body;
    if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    if (!Number.isSafeInteger(day) || turn.at < dayStart(day + 1)) return { refusal: 'dayNotOver' };
    const row = this.#days.get(1);
    if (row !== undefined && day <= row.day) return { refusal: 'dayClosed' };
    const isUpTo = Number.isSafeInteger(upTo) && upTo >= (row?.upTo ?? 0) && upTo < turn.seq;
    if (!isUpTo) return { refusal: 'invalidUpTo' };
    if (row === undefined) this.#days.insert({ one: 1, day, upTo });
    else this.#days.change(row, { day, upTo });
    return { day, upTo };
  }

  /** Nobody gets anything for whoever is taken for the same person. */
  #sharesOf(userId: number, fees: readonly Fees[], ratesPpm: readonly number[]): Share[] {
    return this.uplineOf(userId).flatMap((to, above) => {
      const ratePpm = ratesPpm[above]!;
      if (ratePpm === 0) return [];
      const isSame = this.clusters.areSame(userId, to);
      return fees.map(({ asset, symbol, amount }) => ({
        ...{ level: above + 1, to, asset, symbol, fees: amount, ratePpm },
        amount: isSame ? 0n : commissionOf(amount, ratePpm),
      }));
    });
  }

  /** Whether the house has kept what is to be paid, of each asset. */
  #areThere(fees: readonly Fees[], shares: readonly Share[]): boolean {
    const { ledger } = this.#options.ledger;
    const due = new Map<number, bigint>();
    for (const { asset, amount } of shares) due.set(asset, (due.get(asset) ?? 0n) + amount);
    return fees.every(({ asset }) =>
      ledger.covers(ledger.find(feesOf(asset)), due.get(asset) ?? 0n),
    );
  }

  #post(share: Share, memberId: number, day: number, { seq, at }: Turn): void {
    const { ledger } = this.#options.ledger;
    const { to: userId, level, asset, symbol, fees, ratePpm, amount } = share;
    this.#paid.add({ seq, level, asset, userId, memberId, day, fees, ratePpm, amount, at });
    if (amount === 0n) return;
    const person: AccountSlot = ledger.open(accountId(userId, WALLET.currency, asset));
    ledger.post(ledger.open(feesOf(asset)), person, amount, PURPOSE.commission);
    const written = formatDecimal(amount, SCALE);
    this.publish({ type: 'commissionPaid', userId, level, asset: symbol, amount: written, day });
  }

  #readFees(fees: readonly KeptFee[]): Fees[] | null {
    if (!Array.isArray(fees) || fees.length === 0 || fees.length > MOST_FEES) return null;
    const read = new Map<number, Fees>();
    for (const fee of fees as readonly (KeptFee | null)[]) {
      if (fee === null || typeof fee !== 'object') return null;
      const asset = this.#options.assets.assetId(fee.asset);
      const amount = parseDecimal(fee.amount, SCALE);
      if (asset === undefined || amount === null || amount === 0n) return null;
      if (read.has(asset)) return null;
      read.set(asset, { asset, symbol: fee.asset, amount });
    }
    return [...read.values()];
  }
}

const feesOf = (asset: number) => accountId(OWNER.fees, WALLET.currency, asset);
const isUser = (userId: number) => Number.isSafeInteger(userId) && userId >= FIRST_USER;
