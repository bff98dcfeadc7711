/**
 * Tasks and fee vouchers once more, from the specification, with maps and whole numbers: what an
 * outsider would write. Amounts in units of 1e-8 USDT, days in days since 1970-01-01.
 */
interface PlainTask {
  readonly id: number;
  readonly kind: string;
  readonly amount: bigint;
  readonly share: bigint;
  readonly days: number;
  left: number;
  open: boolean;
}

interface PlainVoucher {
  readonly id: number;
  readonly user: number;
  readonly kind: string;
  readonly share: bigint;
  readonly from: number;
  readonly last: number;
  left: bigint;
  open: boolean;
  readonly paid: Set<number>;
}

const MILLION = 1_000_000n;
const KINDS = ['verify', 'secondFactor', 'firstDeposit', 'firstTrade'];

export class PlainVouchers {
  readonly has = new Map<number, bigint>();
  fund = 0n;
  readonly #tasks: PlainTask[] = [];
  readonly #vouchers: PlainVoucher[] = [];

  /** What is set aside. */
  get escrow(): bigint {
    const ofTasks = this.#tasks.map(({ open, left, amount }) =>
      open ? BigInt(left) * amount : 0n,
    );
    const ofVouchers = this.#vouchers.map(({ open, left }) => (open ? left : 0n));
    return [...ofTasks, ...ofVouchers].reduce((sum, one) => sum + one, 0n);
  }

  publish(
    id: number,
    terms: { kind: string; amount: bigint; share: number; days: number; people: number },
  ): string | null {
    const { kind, amount, share, days, people } = terms;
    const isRight = KINDS.includes(kind) && amount >= 10_000_000n && amount <= 100_000_000_000n;
    const inBounds = share >= 1 && share <= 500_000 && days >= 1 && days <= 365;
    if (!isRight || !inBounds || people < 1 || people > 1_000_000) return 'invalidTask';
    if (this.#tasks.some((one) => one.open && one.kind === kind)) return 'taskOpen';
    if (amount * BigInt(people) > this.fund) return 'fundEmpty';
    this.fund -= amount * BigInt(people);
    this.#tasks.push({ id, kind, amount, share: BigInt(share), days, left: people, open: true });
    return null;
  }

  end(id: number): string | null {
    const task = this.#tasks.find((one) => one.id === id);
    if (task === undefined) return 'unknownTask';
    if (!task.open) return 'taskEnded';
    task.open = false;
    this.fund += BigInt(task.left) * task.amount;
    return null;
  }

  take(seq: number, user: number, id: number, peers: readonly number[], now: number) {
    const task = this.#tasks.find((one) => one.id === id);
    if (task === undefined) return 'unknownTask';
    if (!task.open) return 'taskEnded';
    const had = (who: number) =>
      this.#vouchers.some((one) => one.user === who && one.kind === task.kind);
    if (had(user)) return 'voucherTaken';
    if (peers.some(had)) return 'clusterTook';
    if (task.left === 0) return 'taskFull';
    task.left -= 1;
    const today = Math.floor(now);
    this.#vouchers.push({
      ...{ id: seq, user, kind: task.kind, share: task.share, from: today, open: true },
      ...{ last: today + task.days, left: task.amount, paid: new Set() },
    });
    return null;
  }

  /** `now` in days and parts of them. */
  pay(user: number, day: number, fees: bigint, now: number): string | null {
    if (now < day + 1) return 'dayNotOver';
    if (fees <= 0n) return 'invalidFees';
    const good = this.#vouchers.filter(
      (one) => one.user === user && one.open && one.from <= day && day <= one.last,
    );
    if (good.length === 0) return 'noVoucher';
    if (good.some(({ paid }) => [...paid].some((one) => one >= day))) return 'alreadyPaid';
    let rest = fees;
    for (const one of good.sort((a, b) => a.last - b.last || a.id - b.id)) {
      one.paid.add(day);
      const due = (rest * one.share) / MILLION;
      const given = due < one.left ? due : one.left;
      if (given === 0n) continue;
      // What a voucher that runs out has met of the fees, rounded up.
      rest = due <= one.left ? 0n : rest - (given * MILLION + one.share - 1n) / one.share;
      one.left -= given;
      if (one.left === 0n) one.open = false;
      this.has.set(user, (this.has.get(user) ?? 0n) + given);
    }
    return null;
  }

  over(id: number, now: number): string | null {
    const voucher = this.#vouchers.find((one) => one.id === id);
    if (voucher === undefined) return 'unknownVoucher';
    if (!voucher.open) return 'voucherEnded';
    if (now < voucher.last + 1) return 'dayNotOver';
    voucher.open = false;
    this.fund += voucher.left;
    return null;
  }
}
