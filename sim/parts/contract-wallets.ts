import type { World } from '../../modules/orders/testing/reference/state.ts';

/** What a product of the plain model needs of a contract wallet. */
interface Claim {
  readonly asset: string;
  /** What can be moved out as far as the product goes, and what it holds. */
  free(user: number): bigint;
  held(user: number): bigint;
  /** The wallet of a person has gained or given something by another part. */
  moved(user: number): void;
}

/** The contract wallets of the plain model, which its parts share. */
export class ContractWallets {
  /** The world of the model, which its parts move money of the house in. */
  world!: World;
  readonly #amounts = new Map<string, bigint>();
  readonly #claims: Claim[] = [];

  addClaim(claim: Claim): void {
    this.#claims.push(claim);
  }

  /** All that was ever there: owner, asset, and what there is, held or not. */
  *entries(): Iterable<readonly [owner: number, asset: string, amount: bigint]> {
    for (const [key, amount] of this.#amounts) {
      const [owner, asset = ''] = key.split(' ');
      yield [Number(owner), asset, amount];
    }
  }

  of(owner: number, asset: string): bigint {
    return this.#amounts.get(`${owner} ${asset}`) ?? 0n;
  }

  add(owner: number, asset: string, amount: bigint): void {
    this.#amounts.set(`${owner} ${asset}`, this.of(owner, asset) + amount);
  }

  /** What no product needs. */
  free(user: number, asset: string): bigint {
    let least = this.of(user, asset);
    for (const claim of this.#claims) {
      if (claim.asset !== asset) continue;
      const free = claim.free(user);
      const rest = this.of(user, asset) - claim.held(user);
      for (const one of [free, rest]) if (one < least) least = one;
    }
    return least;
  }

  moved(user: number): void {
    for (const claim of this.#claims) claim.moved(user);
  }
}
