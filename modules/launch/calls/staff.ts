import { claimOf } from '@assay/core/claim';
import { staffActor } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import { DAY, MINUTE } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import type { launchStaffCalls } from '../schema/staff.ts';
import {
  applicationOf,
  claimApplication,
  countWaiting,
  passApplication,
  releaseApplication,
  waitingApplications,
} from '../store/applications.ts';
import { awaitedOf, cardOf } from './views.ts';

const CLAIM_MS = 30 * MINUTE;
/** How long an applicant waits for an answer at most; who applies late waits until the end. */
const REVIEW_MS = DAY;

/** The calls of staff about new coins of the real realm. */
export function staffHandlers(parts: Parts): Handlers<typeof launchStaffCalls> {
  const { realms, database, record, verified, countryOf } = parts;
  const realm = realms.real;
  return {
    getLaunches: async () => {
      const { launches, money } = realm.machine();
      const waiting = await countWaiting(database.pool);
      const projects = launches.rows().map((row) => {
        const { id, paidOut, symbol, people } = row;
        const { phase, opensAt, closesAt, listsAt, price, supply, subscribed, sold, raised } =
          cardOf(row, launches.terms(row), '');
        return {
          ...{ launchId: id, symbol, phase, people, opensAt, closesAt, listsAt, price, supply },
          ...{ subscribed, sold, raised, paidOut, market: realm.marketOf(symbol) },
          waiting: waiting.get(id) ?? 0,
          awaited: awaitedOf(row, launches.terms(row)),
        };
      });
      const funded = realm
        .assets()
        .map(({ id, symbol }) => ({ asset: symbol, units: money.free(id) }))
        .filter(({ units }) => units > 0n)
        .map(({ asset, units }) => ({ asset, quantity: formatDecimal(units, SCALE) }));
      return { projects: projects.reverse(), funded };
    },
    drawLaunch: async (body, { actor }) => {
      const by = staffActor(actor.operator.operatorId);
      const reply = await realm.submit({ type: 'drawLaunch', actor: by, body });
      return reply.ok ? reply.value : refuse(reply.refusal as 'notAllowed', reply.detail ?? {});
    },
    getLaunchApplications: async (_input, context) => {
      const found = await waitingApplications(database.pool);
      const detail = { applications: found.length };
      await record(context, {
        action: 'launchQueueOpened',
        subject: 'launch:applications',
        detail,
      });
      const { launches } = realm.machine();
      const applications = await Promise.all(
        found.map(async (one) => {
          const { launchId, userId, askedAt } = one;
          const { symbol = '', closesAt = askedAt + REVIEW_MS } = launches.get(launchId) ?? {};
          return {
            ...{ launchId, userId, askedAt, symbol },
            ...{ verified: await verified(userId), country: await countryOf(userId) },
            decideBy: Math.min(askedAt + REVIEW_MS, closesAt),
            ...claimOf(one, context.actor.operator.operatorId, context.now),
            proposed: one.proposedUntil > context.now,
          };
        }),
      );
      return { applications };
    },
    claimLaunchApplication: async (whose, { actor, now }) => {
      const { operatorId } = actor.operator;
      const claimedUntil = now + CLAIM_MS;
      const claim = { ...whose, operatorId };
      if (await claimApplication(database.pool, claim, now, claimedUntil)) return { claimedUntil };
      const found = await applicationOf(database.pool, whose.launchId, whose.userId);
      if (found?.state !== 'underReview') return refuse('unknownApplication');
      return refuse(found.proposedUntil > now ? 'alreadyProposed' : 'claimedByOther');
    },
    unclaimLaunchApplication: async (whose, { actor }) => {
      const claim = { ...whose, operatorId: actor.operator.operatorId };
      return (await releaseApplication(database.pool, claim)) ? {} : refuse('notClaimed');
    },
    passLaunchApplication: async (whose, context) => {
      const { launchId, userId } = whose;
      const { operatorId, accounts } = context.actor.operator;
      if (accounts.includes(userId)) return refuse('ownMatter');
      if (!(await passApplication(database.pool, { ...whose, operatorId }, context.now))) {
        const found = await applicationOf(database.pool, launchId, userId);
        return refuse(found?.state === 'underReview' ? 'notClaimed' : 'unknownApplication');
      }
      const subject = `user:${userId}`;
      const detail = { launchId, passed: true };
      await record(context, { action: 'launchApplicationDecided', subject, detail });
      return {};
    },
  };
}
