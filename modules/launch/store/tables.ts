import { type RowOf, record } from '@assay/core/schema/record';
import { PHASES } from '../schema/commands.ts';

/** A project: what two people have signed, how much was asked for, and how far its work is. */
export const launch = record({
  table: 'launch',
  key: ['id'],
  fields: {
    /** The number of the command that published it. */
    id: { type: 'bigint' },
    symbol: { type: 'text' },
    asset: { type: 'integer' },
    /** The terms as they were signed, as JSON. */
    terms: { type: 'text' },
    lotUnits: { type: 'bigint' },
    lotPrice: { type: 'bigint' },
    supplyLots: { type: 'bigint' },
    capLots: { type: 'bigint' },
    mostLots: { type: 'bigint' },
    opensAt: { type: 'bigint' },
    closesAt: { type: 'bigint' },
    listsAt: { type: 'bigint' },
    withdrawable: { type: 'boolean' },
    phase: { type: 'text', values: PHASES, changes: true },
    /** Of all subscriptions there are now. */
    totalLots: { type: 'bigint', changes: true },
    people: { type: 'integer', changes: true },
    /** The number of the latest subscription, and how far the work of this phase has come. */
    lastNumber: { type: 'integer', changes: true },
    cursor: { type: 'integer', changes: true },
    /** At how many wishes the calculation has looked. */
    looked: { type: 'bigint', changes: true },
    /** The answer (`Shares`), and how many ties are left to give. */
    capFrom: { type: 'bigint', changes: true },
    num: { type: 'bigint', changes: true },
    den: { type: 'bigint', changes: true },
    cut: { type: 'bigint', changes: true },
    ties: { type: 'integer', changes: true },
    soldLots: { type: 'bigint', changes: true },
    /** How many releases were paid to everybody, and whether the next is being paid. */
    releases: { type: 'integer', changes: true },
    releasing: { type: 'boolean', changes: true },
    paidOut: { type: 'boolean', changes: true },
    /** Why it was cancelled; "" for others. */
    reason: { type: 'text', changes: true },
    /** Of a lottery; null for others. */
    ticketLots: { type: 'bigint', optional: true, digest: 'whenSet' },
    /** The SHA-256 of its list of tickets, from its close on; then the signature of its round. */
    listDigest: { type: 'text', optional: true, changes: true, digest: 'whenSet' },
    signature: { type: 'text', optional: true, changes: true, digest: 'whenSet' },
    /** The greatest key that wins (`Cut`); how many of those equal to it do is in `ties`. */
    cutKey: { type: 'text', optional: true, changes: true, digest: 'whenSet' },
  },
});

/** What somebody asked for, until all that they got is theirs. */
export const subscription = record({
  table: 'launch_subscription',
  key: ['launchId', 'number'],
  removable: true,
  fields: {
    launchId: { type: 'bigint' },
    number: { type: 'integer' },
    userId: { type: 'bigint', changes: true },
    lots: { type: 'bigint', changes: true },
    /** Of the first of their subscriptions. */
    at: { type: 'bigint' },
    /** Null until they were paid. */
    allotted: { type: 'bigint', optional: true, changes: true },
    released: { type: 'bigint', as: 'bigint', changes: true },
    /** The number of their first ticket, once the list of a lottery is closed. */
    firstTicket: { type: 'bigint', optional: true, changes: true, digest: 'whenSet' },
  },
});

/** What somebody got: only ever added. */
export const launchResult = record({
  table: 'launch_result',
  key: ['launchId', 'number'],
  fields: {
    launchId: { type: 'bigint' },
    number: { type: 'integer' },
    userId: { type: 'bigint' },
    lots: { type: 'bigint' },
    at: { type: 'bigint' },
    allotted: { type: 'bigint' },
    seq: { type: 'bigint' },
    paidAt: { type: 'bigint' },
    firstTicket: { type: 'bigint', optional: true, digest: 'whenSet' },
  },
});

/** When a project entered each of its phases: only ever added. */
export const launchMove = record({
  table: 'launch_move',
  key: ['launchId', 'phase'],
  fields: {
    launchId: { type: 'bigint' },
    phase: { type: 'text', values: PHASES },
    seq: { type: 'bigint' },
    at: { type: 'bigint' },
  },
});

export type LaunchRow = RowOf<typeof launch>;
export type SubscriptionRow = RowOf<typeof subscription>;
export type ResultRow = RowOf<typeof launchResult>;
