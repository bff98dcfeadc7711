import { HOLD_MS, limiting } from '../rules/security.ts';
import type { Restriction, RestrictionStore } from '../store/restrictions.ts';

/** Nobody can withdraw: why, as everybody reads it, since when and until when. */
export interface WithdrawalStop {
  readonly reason: string;
  readonly startedAt: number;
  readonly until: number;
}

/** Something that keeps a person from withdrawing: a restriction, or a stop for everybody. */
export interface WithdrawalLimit extends Pick<Restriction, 'reason' | 'createdAt' | 'expiresAt'> {
  readonly kind: Restriction['kind'] | 'everybody';
  /** It follows a way back into the account, and outlasts the hold of an ordinary change. */
  readonly isLong?: boolean;
}

/** What withdrawals ask before they let money out. */
export class Withdrawals {
  readonly #restrictions: RestrictionStore;
  #stop: (now: number) => WithdrawalStop | null = () => null;

  constructor(restrictions: RestrictionStore) {
    this.#restrictions = restrictions;
  }

  stoppedBy(stop: (now: number) => WithdrawalStop | null): void {
    this.#stop = stop;
  }

  /** Null while withdrawals are open. */
  stop(now: number): WithdrawalStop | null {
    return this.#stop(now);
  }

  async limits(userId: number, now: number): Promise<WithdrawalLimit[]> {
    const standing = limiting(await this.#restrictions.standing(userId, now), 'withdrawals');
    const own = standing.map((one) => ({
      ...one,
      isLong: one.kind === 'withdrawalHold' && (one.expiresAt ?? now) - one.createdAt > HOLD_MS,
    }));
    const stop = this.#stop(now);
    if (stop === null) return own;
    const { reason, startedAt, until } = stop;
    return [{ kind: 'everybody', reason, createdAt: startedAt, expiresAt: until }, ...own];
  }
}
