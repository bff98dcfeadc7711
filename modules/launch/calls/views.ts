import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { roundValueOf, ticketsOf } from '../machine/lottery.ts';
import { beaconOf, timesOf, winnersOf } from '../rules/lottery.ts';
import { freedUnits, releaseAt } from '../rules/terms.ts';
import type { LaunchTerms, Lottery } from '../schema/commands.ts';
import type { Move } from '../store/reads.ts';
import type { LaunchRow } from '../store/tables.ts';

const text = (units: bigint) => formatDecimal(units, SCALE);
const times = (lots: number, units: number) => text(BigInt(lots) * BigInt(units));
const DONE = new Set(['locked', 'listed']);

/** Of a project what a list shows. */
export function cardOf(project: LaunchRow, terms: LaunchTerms, name: string) {
  const { id: launchId, symbol, phase, opensAt, closesAt, listsAt } = project;
  const { lotUnits, lotPrice, supplyLots, soldLots, totalLots, people } = project;
  const { price, supply, issued, cap, most, lot, releases } = terms;
  return {
    mode: project.ticketLots === null ? ('proRata' as const) : ('lottery' as const),
    ...{ launchId, symbol, name, phase, price, supply, issued, cap, most, lot },
    ...{ opensAt, closesAt, listsAt, lockDays: releases.at(-1)!.days },
    ...{ subscribed: times(totalLots, lotUnits), people },
    remaining: times(Math.max(0, supplyLots - totalLots), lotUnits),
    soldOut: DONE.has(phase) && soldLots === supplyLots,
    ...{ sold: times(soldLots, lotUnits), raised: times(soldLots, lotPrice) },
  };
}

export function projectOf(
  project: LaunchRow,
  terms: LaunchTerms,
  { name, moves, market }: { name: string; moves: readonly Move[]; market: string },
) {
  const { closesAt, reason } = project;
  const { about, website, withdrawable, documents, releases, eligibility } = terms;
  const { tier, countries, review } = eligibility;
  return {
    ...cardOf(project, terms, name),
    ...{ about, website, withdrawable, reason, market, moves: [...moves] },
    documents: documents.map(({ title, link, sha256 }) => ({ title, link, sha256 })),
    releases: releases.map((one) => {
      const { days, sharePpm } = one;
      return { days, sharePpm, at: releaseAt(closesAt, one) };
    }),
    eligibility: { tier, countries: [...countries], review },
    lottery: lotteryOf(project, terms),
  };
}

/** What a lottery was signed with, and what came of it so far. */
export function drawOf(project: LaunchRow, { chain, publicKey, round }: Lottery) {
  const { listDigest, signature } = project;
  return {
    ...{ chain, publicKey, round, listDigest: listDigest ?? '', signature: signature ?? '' },
    value: roundValueOf(project),
  };
}

function lotteryOf(project: LaunchRow, { lottery }: LaunchTerms) {
  if (lottery === undefined) return null;
  const { lotUnits, lotPrice, supplyLots, totalLots } = project;
  const { chain, ticketLots, mostTickets } = lottery;
  const { at: roundAt, until: missedAt } = timesOf(lottery);
  return {
    ...drawOf(project, lottery),
    ...{ beacon: beaconOf(chain)!.name, roundAt, missedAt, mostTickets },
    ...{ ticket: times(ticketLots, lotUnits), ticketPrice: times(ticketLots, lotPrice) },
    ...{ tickets: ticketsOf(project, totalLots), winners: winnersOf(supplyLots, ticketLots) },
  };
}

/** The round that a lottery waits for; null when it waits for none. */
export function awaitedOf({ phase }: LaunchRow, { lottery }: LaunchTerms) {
  if (lottery === undefined || phase !== 'awaiting') return null;
  const { at: roundAt, until: missedAt } = timesOf(lottery);
  const { chain, round } = lottery;
  return { chain, round, roundAt, missedAt };
}

/** When how much of what somebody got is free: those of day 0 come with the result. */
export function scheduleOf(project: LaunchRow, { releases }: LaunchTerms, allotted: number) {
  const units = BigInt(allotted) * BigInt(project.lotUnits);
  return releases.map((one, i) => ({
    at: releaseAt(project.closesAt, one),
    quantity: text(freedUnits(units, releases, i + 1) - freedUnits(units, releases, i)),
    done: i < project.releases,
  }));
}
