/**
 * Rewards and invitations once more, from the specification, with maps and whole numbers: what an
 * outsider would write. Amounts in units of 1e-8 USDT, days in days since 1970-01-01.
 */
export class PlainGifts {
  readonly has = new Map<number, bigint>();
  fund = 0n;
  fees: bigint;
  readonly #by = new Map<number, number>();
  readonly #since = new Map<number, number>();
  readonly #paid = new Set<string>();
  readonly #groups: Set<number>[] = [];
  readonly #signed = new Map<number, { day: number; slot: number }>();
  #closed = -1;
  #upTo = 0;

  constructor(fees: bigint) {
    this.fees = fees;
  }

  bind(user: number, by: number, now: number): string | null {
    if (by >= user) return 'notEarlier';
    if (this.#by.has(user)) return 'alreadyBound';
    this.#by.set(user, by);
    this.#since.set(user, Math.floor(now));
    return null;
  }

  /** `now` in days and parts of them. */
  pay(user: number, day: number, fees: bigint, ppm: readonly number[], now: number) {
    if (!this.#by.has(user)) return 'notReferred';
    if (now < day + 1) return 'dayNotOver';
    if (day <= this.#closed) return 'dayClosed';
    // Of days before somebody was invited nothing is due.
    if (day < this.#since.get(user)!) return 'alreadyPaid';
    if ([...this.#paid].some((key) => key.startsWith(`${user} `) && this.#dayOf(key) >= day)) {
      return 'alreadyPaid';
    }
    if (fees <= 0n) return 'invalidFees';
    const isRate = ppm.length === 4 && ppm.every((one) => one >= 0);
    if (!isRate || ppm.reduce((sum, one) => sum + one, 0) > 500_000) return 'invalidRates';
    const shares: [number, bigint][] = [];
    let above = this.#by.get(user);
    for (let level = 0; level < 4 && above !== undefined; level += 1) {
      const share = (fees * BigInt(ppm[level]!)) / 1_000_000n;
      if (!this.#areOne(user, above)) shares.push([above, share]);
      above = this.#by.get(above);
    }
    const all = shares.reduce((sum, [, share]) => sum + share, 0n);
    if (all > this.fees) return 'feesNotThere';
    this.fees -= all;
    for (const [who, share] of shares) this.#give(who, share);
    this.#paid.add(`${user} ${day}`);
    return null;
  }

  close(day: number, upTo: number, seq: number, now: number): string | null {
    if (now < day + 1) return 'dayNotOver';
    if (day <= this.#closed) return 'dayClosed';
    if (upTo < this.#upTo || upTo >= seq) return 'invalidUpTo';
    [this.#closed, this.#upTo] = [day, upTo];
    return null;
  }

  join(one: number, other: number): string | null {
    if (one === other) return 'unknownUser';
    if (this.#areOne(one, other)) return 'alreadyJoined';
    const joined = new Set([one, other]);
    for (const who of [one, other]) {
      for (const member of this.#groupOf(who) ?? []) joined.add(member);
      this.#drop(this.#groupOf(who));
    }
    this.#groups.push(joined);
    return null;
  }

  leave(who: number): string | null {
    const group = this.#groupOf(who);
    if (group === undefined) return 'notInCluster';
    group.delete(who);
    if (group.size < 2) this.#drop(group);
    return null;
  }

  fill(amount: bigint): null {
    this.fund += amount;
    return null;
  }

  /** `now` in days and parts of them; clocks on Earth are half a day behind and 14 hours ahead. */
  sign(who: number, day: number, amounts: readonly number[], now: number): string | null {
    if (day < Math.floor(now - 0.5) || day > Math.floor(now + 14 / 24)) return 'invalidDay';
    const last = this.#signed.get(who);
    if (last !== undefined && last.day >= day) return 'alreadySigned';
    for (const peer of this.#groupOf(who) ?? []) {
      if (peer !== who && (this.#signed.get(peer)?.day ?? -1) >= day) return 'clusterSigned';
    }
    const slot = last?.day === day - 1 ? (last.slot % 7) + 1 : 1;
    const amount = BigInt(amounts[slot - 1]!);
    if (amount > this.fund) return 'fundEmpty';
    this.fund -= amount;
    this.#give(who, amount);
    this.#signed.set(who, { day, slot });
    return null;
  }

  #dayOf(key: string): number {
    return Number(key.split(' ')[1]);
  }

  #areOne(one: number, other: number): boolean {
    return this.#groupOf(one)?.has(other) === true;
  }

  #groupOf(who: number): Set<number> | undefined {
    return this.#groups.find((group) => group.has(who));
  }

  #drop(group: Set<number> | undefined): void {
    const at = group === undefined ? -1 : this.#groups.indexOf(group);
    if (at >= 0) this.#groups.splice(at, 1);
  }

  #give(who: number, amount: bigint): void {
    this.has.set(who, (this.has.get(who) ?? 0n) + amount);
  }
}
