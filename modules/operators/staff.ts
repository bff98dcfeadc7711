import { type Approvals, defineApprovals } from '@assay/core/approval/policy';
import type { Role } from '@assay/core/approval/rights';
import { DAY } from '@assay/core/time';
import type { PoolClient } from '@assay/platform/db/database';
import type { z } from 'zod';
import type { PlainCommand } from './proposals.ts';
import { changeRoles, inviteStaff, reinviteStaff, setOwnAccounts } from './schema/index.ts';
import type { StaffStore } from './store/staff.ts';

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
): {
  readonly [T in keyof StaffCommands]: PlainCommand;
} {
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
        const member = await store.member(operatorId, client);
        if (member === null || member.endedAt !== null) return { refusal: 'unknownMember' };
        await store.reinvite(client, operatorId, now);
        return { outcome: { operatorId } };
      },
    }),
    changeRoles: plain(changeRoles, {
      concerns: ({ operatorId }, client) => personOf(operatorId, client),
      run: async ({ operatorId, roles }, client) => {
        const member = await store.member(operatorId, client);
        if (member === null || member.endedAt !== null) return { refusal: 'unknownMember' };
        await store.setRoles(client, operatorId, roles as readonly Role[]);
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

interface Typed<Body> {
  concerns(body: Body, client: PoolClient): Promise<number | null>;
  run(body: Body, client: PoolClient, now: number): ReturnType<PlainCommand['run']>;
}

/** A command whose body its schema reads, when it is prepared and when it runs. */
function plain<S extends z.ZodObject>(schema: S, typed: Typed<z.output<S>>): PlainCommand {
  return {
    read: (body) => schema.safeParse(body).data ?? null,
    concerns: (body, client) => typed.concerns(schema.parse(body), client),
    run: (body, client, now) => typed.run(schema.parse(body), client, now),
  };
}
