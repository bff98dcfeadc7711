import { type Approvals, defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { PoolClient } from '@assay/platform/db/database';
import type { z } from 'zod';
import type { PlainCommand } from './proposals.ts';
import { isLastOfStaff, isLastWithout } from './rules.ts';
import { changeRoles, inviteStaff, reinviteStaff, setOwnAccounts } from './schema/index.ts';
import type { Member, StaffStore } from './store/staff.ts';

/** Commands about staff themselves; each takes two people. */
export interface StaffCommands {
  readonly inviteStaff: z.output<typeof inviteStaff>;
  readonly reinviteStaff: z.output<typeof reinviteStaff>;
  readonly changeRoles: z.output<typeof changeRoles>;
  readonly setOwnAccounts: z.output<typeof setOwnAccounts>;
}

const byTwo = {
  needs: 2,
  prepare: 'staff.prepare',
  decide: 'staff.approve',
  expiresMs: 7 * DAY,
} as const;

export const approvals: Approvals<StaffCommands> = defineApprovals<StaffCommands>({
  inviteStaff: byTwo,
  reinviteStaff: byTwo,
  changeRoles: byTwo,
  setOwnAccounts: byTwo,
});

/** What the commands about staff do; nobody takes part in a decision about themselves. */
export function staffCommands(
  store: StaffStore,
  isCustomer: (userId: number) => Promise<boolean>,
): { readonly [T in keyof StaffCommands]: StaffCommand } {
  const personOf = async (operatorId: number, client: PoolClient) =>
    (await store.member(operatorId, client))?.person ?? null;
  return {
    inviteStaff: plain(inviteStaff, {
      concerns: async ({ person }) => person ?? null,
      run: async ({ name, person = null, roles }, client, now) => {
        if (person !== null && !(await store.hasPerson(person, client))) {
          return { refusal: 'unknownMember' };
        }
        return { outcome: { operatorId: await store.add(client, { name, person, roles, now }) } };
      },
    }),
    reinviteStaff: plain(reinviteStaff, {
      concerns: ({ operatorId }, client) => personOf(operatorId, client),
      run: async ({ operatorId }, client, now) => {
        const members = await store.listLocked(client);
        const member = members.find((one) => one.operatorId === operatorId);
        if (member === undefined || member.endedAt !== null) return { refusal: 'unknownMember' };
        if (isLastWithout(members, operatorId)) return { refusal: 'lastOfStaff' };
        await store.reinvite(client, operatorId, now);
        return { outcome: { operatorId } };
      },
    }),
    changeRoles: plain(changeRoles, {
      concerns: ({ operatorId }, client) => personOf(operatorId, client),
      prepared: async (change, client) => againstRoles(change, await store.list(client)),
      run: async (change, client) => {
        const { operatorId, roles } = change;
        const refusal = againstRoles(change, await store.listLocked(client));
        if (refusal !== null) return { refusal };
        await store.setRoles(client, operatorId, roles);
        return { outcome: { operatorId } };
      },
    }),
    setOwnAccounts: plain(setOwnAccounts, {
      concerns: async ({ person }) => person,
      run: async ({ person, accounts }, client, now) => {
        if (!(await store.hasPerson(person, client))) return { refusal: 'unknownMember' };
        const known = await Promise.all(accounts.map(isCustomer));
        if (known.includes(false)) return { refusal: 'noSuchCustomer' };
        await store.setAccounts(client, person, accounts, now);
        return { outcome: { person } };
      },
    }),
  };
}

/** Why a member cannot have these roles instead; null if they can. */
function againstRoles(
  { operatorId, roles }: StaffCommands['changeRoles'],
  members: readonly Member[],
): StaffRefusal | null {
  const active = members.filter(({ endedAt }) => endedAt === null);
  if (!active.some((one) => one.operatorId === operatorId)) return 'unknownMember';
  const after = active.map((one) => (one.operatorId === operatorId ? { ...one, roles } : one));
  return isLastOfStaff(active, after) ? 'lastOfStaff' : null;
}

/** Why staff do not change, once two have agreed. */
export type StaffRefusal = 'unknownMember' | 'lastOfStaff' | 'noSuchCustomer';
type StaffRan = { readonly refusal: StaffRefusal } | { readonly outcome: object };

interface StaffCommand extends PlainCommand {
  prepared(body: object, client: PoolClient): Promise<StaffRefusal | null>;
  run(body: object, client: PoolClient, now: number): Promise<StaffRan>;
}

interface Typed<Body> {
  prepared?(body: Body, client: PoolClient): Promise<StaffRefusal | null>;
  concerns(body: Body, client: PoolClient): Promise<number | null>;
  run(body: Body, client: PoolClient, now: number): Promise<StaffRan>;
}

/** A command whose body its schema reads, when it is prepared and when it runs. */
function plain<S extends z.ZodObject>(schema: S, typed: Typed<z.output<S>>): StaffCommand {
  return {
    read: (body) => schema.safeParse(body).data ?? null,
    concerns: (body, client) => typed.concerns(schema.parse(body), client),
    prepared: async (body, client) => (await typed.prepared?.(schema.parse(body), client)) ?? null,
    run: (body, client, now) => typed.run(schema.parse(body), client, now),
  };
}
