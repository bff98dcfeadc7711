import { defineCalls } from '@assay/core/schema/call';
import { id, integer, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { DRAW_REFUSALS, PHASES } from './commands.ts';

/** What an applicant reads when they are refused has so many characters at most. */
export const REASON_MAX = 300;

const application = z.strictObject({
  ...{ launchId: z.int(), symbol: z.string(), userId: z.int(), askedAt: z.int() },
  verified: z.enum(['none', 'junior', 'senior']),
  country: z.string(),
  /** By when it is to be decided. */
  decideBy: z.int(),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
  /** Its refusal is prepared, and waits for a second person. */
  proposed: z.boolean(),
});

const whose = z.strictObject({ launchId: id, userId: id });

export const launchStaffCalls = defineCalls({
  getLaunches: {
    method: 'GET',
    auth: 'operator',
    right: 'markets.read',
    summary: 'Projects of new coins with what was raised, and the coins that could be sold.',
    input: z.strictObject({}),
    output: z.strictObject({
      projects: z.array(
        z.strictObject({
          ...{ launchId: z.int(), symbol: z.string(), phase: z.enum(PHASES), people: z.int() },
          ...{ opensAt: z.int(), closesAt: z.int(), listsAt: z.int(), price: z.string() },
          ...{ supply: z.string(), subscribed: z.string(), sold: z.string(), raised: z.string() },
          ...{ paidOut: z.boolean(), market: z.string(), waiting: z.int() },
          /** The round that a lottery waits for. */
          awaited: z
            .strictObject({
              chain: z.string(),
              round: z.int(),
              roundAt: z.int(),
              missedAt: z.int(),
            })
            .nullable(),
        }),
      ),
      /** Coins of house:launch that no project has promised. */
      funded: z.array(z.strictObject({ asset: z.string(), quantity: z.string() })),
    }),
    refusals: [],
  },
  drawLaunch: {
    method: 'POST',
    auth: 'operator',
    right: 'house.prepare',
    summary: 'Brings the signed round that a lottery waits for; only the right one is taken.',
    input: z.strictObject({
      launchId: id,
      round: integer(1, Number.MAX_SAFE_INTEGER),
      signature: text(96, 96),
    }),
    output: z.strictObject({ value: z.string() }),
    refusals: [...DRAW_REFUSALS],
  },
  getLaunchApplications: {
    method: 'GET',
    auth: 'operator',
    right: 'verification.read',
    summary: 'Who waits to be let into a project, the first at the top; the record has who looked.',
    input: z.strictObject({}),
    output: z.strictObject({ applications: z.array(application) }),
    refusals: [],
  },
  claimLaunchApplication: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.decide',
    summary: 'Takes an application to work on: nobody else decides it for half an hour.',
    input: whose,
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: ['unknownApplication', 'alreadyProposed', 'claimedByOther'],
  },
  unclaimLaunchApplication: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.decide',
    summary: 'Gives a claimed application back to the queue.',
    input: whose,
    output: z.strictObject({}),
    refusals: ['notClaimed'],
  },
  passLaunchApplication: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.decide',
    summary: 'Lets the claimed applicant into a project; to refuse one takes two people.',
    input: whose,
    output: z.strictObject({}),
    refusals: ['ownMatter', 'unknownApplication', 'notClaimed'],
  },
});
