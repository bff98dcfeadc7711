import { ROLES } from '@assay/core/approval/rights';
import { defineCalls } from '@assay/core/schema/call';
import { id, oneOf, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { OWN_ACCOUNTS_MAX } from '../rules.ts';

const done = z.strictObject({});

const NAME_MAX = 80;
export const REASON_MAX = 500;
const roles = z
  .array(oneOf(...ROLES))
  .min(1, 'required')
  .max(ROLES.length, 'tooLong')
  .refine((list) => new Set(list).size === list.length, 'invalid');

/** A new account of staff; `person`: of somebody who has one already. */
export const inviteStaff = z.strictObject({
  name: text(1, NAME_MAX),
  person: id.optional(),
  roles,
});
/** Takes all factors and sessions of a member away: they come back by a new link. */
export const reinviteStaff = z.strictObject({ operatorId: id });
export const changeRoles = z.strictObject({ operatorId: id, roles });
/** The customer accounts that a person of the staff has; those that are not named are let go. */
export const setOwnAccounts = z.strictObject({
  person: id,
  accounts: z
    .array(id)
    .max(OWN_ACCOUNTS_MAX, 'tooLong')
    .refine((list) => new Set(list).size === list.length, 'invalid'),
});

const memberView = z.strictObject({
  operatorId: z.int(),
  /** Accounts of one person have the same number, and count as one where two are needed. */
  person: z.int(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  createdAt: z.int(),
  endedAt: z.int().nullable(),
  /** They have a passkey or an app to come back with; who has none may get a link. */
  enrolled: z.boolean(),
  /** Whether with a passkey: others only read. */
  signs: z.boolean(),
  /** Numbers of customer accounts that they have themselves. */
  accounts: z.array(z.int()),
  lastSeenAt: z.int().nullable(),
});
export type MemberView = z.infer<typeof memberView>;

export const staffCalls = defineCalls({
  getStaff: {
    method: 'GET',
    auth: 'operator',
    right: 'staff.read',
    summary: 'Everybody of the staff, with roles; those who left too.',
    input: z.strictObject({}),
    output: z.strictObject({ members: z.array(memberView) }),
    refusals: [],
  },
  makeStaffLink: {
    method: 'POST',
    auth: 'operator',
    right: 'staff.prepare',
    summary:
      'A one-time link for somebody who was invited and has no way yet to log in. It lets in with a code that another person makes; in a trial without.',
    input: z.strictObject({ operatorId: id }),
    output: z.strictObject({ link: z.string() }),
    refusals: ['unknownMember', 'alreadyEnrolled'],
  },
  makeLinkCode: {
    method: 'POST',
    auth: 'operator',
    right: 'staff.approve',
    summary: "The code without which a colleague's link lets nobody in, for who was invited.",
    input: z.strictObject({ operatorId: id }),
    output: z.strictObject({ code: z.string() }),
    refusals: ['noLink', 'samePerson'],
  },
  declareOwnAccount: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: "Says that a customer account is one's own: nobody decides about themselves.",
    input: z.strictObject({ account: id }),
    output: done,
    refusals: ['noSuchCustomer', 'tooManyAccounts'],
  },
  endStaff: {
    method: 'POST',
    auth: 'operator',
    right: 'staff.end',
    summary: "Ends somebody's account with its sessions, at once. Nobody ends their own.",
    input: z.strictObject({ operatorId: id, reason: text(1, REASON_MAX) }),
    output: done,
    refusals: ['unknownMember', 'ownMatter', 'lastOfStaff'],
  },
});
