import type { PoolClient } from '@assay/platform/db/database';
import type { z } from 'zod';
import { type Published, refuseWithdrawal, type Withdrawal } from './rules/index.ts';

interface Withdrawn<W, V> {
  readonly schema: z.ZodType<W>;
  store(): {
    all(client: PoolClient): Promise<V[]>;
    /** As all(), and nobody else adds or withdraws one until the transaction ends. */
    locked(client: PoolClient): Promise<V[]>;
    withdraw(client: PoolClient, versionId: number, withdrawal: Withdrawal): Promise<void>;
  };
  /** The version that is meant, if it is still what two people were shown. */
  named(wanted: W, all: readonly V[]): V | undefined;
  done(): Promise<void>;
}

/** How what is announced is withdrawn once two people have agreed to that. */
export function withdrawalCommand<
  W extends { readonly versionId: number },
  V extends Pick<Published, 'withdrawn' | 'takesEffectAt'>,
>({ schema, store, named, done }: Withdrawn<W, V>) {
  return {
    read: (body: object) => schema.safeParse(body).data ?? null,
    prepared: async (body: object, client: PoolClient, { now }: { readonly now: number }) =>
      refuseWithdrawal(named(schema.parse(body), await store().all(client)), now),
    run: async (
      body: object,
      client: PoolClient,
      now: number,
      signers: readonly number[],
      reason: string,
    ) => {
      const wanted = schema.parse(body);
      const refusal = refuseWithdrawal(named(wanted, await store().locked(client)), now);
      if (refusal !== null) return { refusal };
      const { versionId } = wanted;
      await store().withdraw(client, versionId, { at: now, reason, signers });
      return { outcome: { versionId } };
    },
    done,
  };
}
