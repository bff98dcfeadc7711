import type { PoolClient } from '@assay/platform/db/database';
import type { z } from 'zod';
import type { Registered } from '../parts.ts';
import { liftOwnFreeze, removeLostFactors } from '../schema/customers.ts';

type Level = 'senior' | 'junior';

interface ComparedOptions {
  readonly registered: Pick<
    Registered,
    | ('customer' | 'noteFactorRemovalAsked' | 'removeFactorsByStaff' | 'noteFactorsRemoved')
    | ('restrictionsOf' | 'noteFreezeLiftAsked' | 'liftFreezeByStaff' | 'noteFreezeLifted')
  >;
  /** By which approved level staff can compare who says that they are it; null: by none. */
  readonly verifiedBy: (userId: number) => Promise<Level | null>;
}

interface Steps<Why extends string> {
  readonly schema: z.ZodType<{ readonly userId: number }>;
  readonly announce: (userId: number, by: Level, now: number) => Promise<void>;
  readonly act: (userId: number, by: Level, now: number, client: PoolClient) => Promise<Why | null>;
  readonly done: (userId: number, now: number) => Promise<void>;
}

/**
 * What two people do for a customer who has nothing left to prove who they are: one has compared
 * who writes with the approved verification, another confirms it. The customer learns of it when it
 * is asked for, and has time to object.
 */
function comparedCommand<Why extends string>(
  { registered, verifiedBy }: ComparedOptions,
  { schema, announce, act, done }: Steps<Why>,
) {
  const userOf = (body: object) => schema.parse(body).userId;
  const refusalOf = async (userId: number) => {
    if ((await registered.customer(userId)) === null) return 'customerUnknown' as const;
    return (await verifiedBy(userId)) ?? ('notVerified' as const);
  };
  return {
    read: (body: object) => schema.safeParse(body).data ?? null,
    customer: async (body: object) => userOf(body),
    prepared: async (body: object, _client: PoolClient, _step: { readonly now: number }) => {
      const by = await refusalOf(userOf(body));
      return isLevel(by) ? null : by;
    },
    announced: async (body: object, now: number) => {
      const by = await verifiedBy(userOf(body));
      if (by !== null) await announce(userOf(body), by, now);
    },
    run: async (body: object, client: PoolClient, now: number) => {
      const userId = userOf(body);
      const by = await refusalOf(userId);
      const refusal = isLevel(by) ? await act(userId, by, now, client) : by;
      return refusal === null ? { outcome: { userId } } : ({ refusal } as const);
    },
    done: (body: object, now: number) => done(userOf(body), now),
  };
}

const isLevel = (one: string): one is Level => one === 'senior' || one === 'junior';

/** The way back of a customer who has lost every factor and recovery code. */
export function lostFactorsCommand(options: ComparedOptions) {
  const { registered } = options;
  return comparedCommand(options, {
    schema: removeLostFactors,
    announce: (...asked) => registered.noteFactorRemovalAsked(...asked),
    act: (...input) => registered.removeFactorsByStaff(...input),
    done: (...removed) => registered.noteFactorsRemoved(...removed),
  });
}

/** That of a customer who has stopped withdrawals, and has no way that is older than that. */
export function ownFreezeCommand(options: ComparedOptions) {
  const { registered } = options;
  const command = comparedCommand(options, {
    schema: liftOwnFreeze,
    announce: (...asked) => registered.noteFreezeLiftAsked(...asked),
    act: (...input) => registered.liftFreezeByStaff(...input),
    done: (...lifted) => registered.noteFreezeLifted(...lifted),
  });
  return {
    ...command,
    prepared: async (body: object, client: PoolClient, step: { readonly now: number }) => {
      const why = await command.prepared(body, client, step);
      if (why !== null) return why;
      const { userId } = liftOwnFreeze.parse(body);
      const standing = await registered.restrictionsOf(userId, step.now);
      const isOwn = standing.some(({ kind }) => kind === 'selfFreeze' || kind === 'notMe');
      return isOwn ? null : ('notFrozen' as const);
    },
  };
}
