import { limiting } from '../rules/security.ts';
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
    const own = limiting(await this.#restrictions.standing(userId, now), 'withdrawals');
    const stop = this.#stop(now);
    if (stop === null) return own;
    const { reason, startedAt, until } = stop;
    return [{ kind: 'everybody', reason, createdAt: startedAt, expiresAt: until }, ...own];
  }
}
