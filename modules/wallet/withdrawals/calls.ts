import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { InvalidInput, Refusal, refuse } from '@assay/core/schema/outcome';
import { readAddress } from '@assay/platform/chain/addresses';
import type { Handlers } from '@assay/platform/http/context';
import {
  closesAt,
  countOfDay,
  isOpen,
  opensAt,
  recipientFrom,
  type Situation,
  type Terms,
  TURNOVER_MODES,
  turnoverOf,
  unusedOf,
} from '../rules/index.ts';
import type { withdrawalCalls } from '../schema/withdrawals.ts';
import type { Parts, UserContext } from './parts.ts';
import { costOf, detailOf, requestWithdrawal, wantedOf } from './requests.ts';
import { assessed, situationOf } from './situation.ts';
import { recall } from './steps.ts';
import { withdrawalById, withdrawalsOf } from './store/withdrawals.ts';
import { timelineOf, viewOf } from './views.ts';

type OfPeople = Handlers<typeof withdrawalCalls>;

/** The calls of people about withdrawals. */
export function withdrawalHandlers(parts: Parts): OfPeople {
  const { database } = parts;
  return {
    requestWithdrawal: (input, context) => requestWithdrawal(parts, input, context),
    previewWithdrawal: async (input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const wanted = wantedOf(parts, input, actor.userId);
      if (wanted instanceof InvalidInput) return wanted;
      const { verdict } = await assessed(parts, wanted, now);
      const { asset } = wanted;
      const refusals = verdict.refusals.map((one) => {
        return { code: one.code, detail: detailOf(one, asset) };
      });
      if (!('fee' in verdict)) return { refusals, accepted: null };
      const { fee, arrives } = costOf(verdict, wanted);
      const holds = verdict.holds.map(({ code, until }) => ({ reason: code, deadline: until }));
      const { goesAt, ground } = verdict;
      const cost = { fee: formatDecimal(fee, SCALE), arrives: formatDecimal(arrives, SCALE) };
      return { refusals, accepted: { ...cost, goesAt, ground, holds } };
    },
    getWithdrawalTerms: (input, context) => terms(parts, input, context),
    cancelWithdrawal: async (body, context) => {
      const { actor, commandId, now } = context;
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const command = { type: 'cancelWithdrawal', actor: actor.userId, body } as const;
      const asked = await parts.realm.submit(
        commandId === undefined ? command : { ...command, id: commandId },
      );
      const isHandedOver = !asked.ok && asked.refusal === 'wrongState';
      const back = isHandedOver ? await recall(parts, body.withdrawalId, actor.userId, now) : null;
      const reply = back ?? asked;
      if (!reply.ok && reply.refusal !== 'unknownWithdrawal') {
        const code = reply.refusal === 'commandIdReused' ? 'idempotencyConflict' : reply.refusal;
        return new Refusal(code as 'wrongState', reply.detail ?? {});
      }
      const withdrawal = await withdrawalById(database.pool, body.withdrawalId);
      if (withdrawal?.userId !== actor.userId) return refuse('unknownWithdrawal');
      // The engine forgets what is over; its owner learns how it ended.
      if (!reply.ok) return refuse('wrongState', { state: withdrawal.state });
      const receipt = { seq: reply.seq, hash: reply.hash };
      return { withdrawal: viewOf(withdrawal, parts.networks(), now), receipt };
    },
    getWithdrawals: async (filter, { actor, now }) => {
      if (actor.realm !== 'real') return { withdrawals: [], next: null };
      const { limit } = filter;
      const found = await withdrawalsOf(database.pool, actor.userId, {
        ...filter,
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.withdrawalId ?? null) : null;
      const networks = parts.networks();
      return { withdrawals: page.map((one) => viewOf(one, networks, now)), next };
    },
    getWithdrawal: async ({ withdrawalId }, { actor, now }) => {
      const found = await withdrawalById(database.pool, withdrawalId);
      // That of somebody else is as unknown as one that does not exist.
      if (actor.realm !== 'real' || found?.userId !== actor.userId) {
        return refuse('unknownWithdrawal');
      }
      const withdrawal = viewOf(found, parts.networks(), now);
      return { withdrawal, timeline: timelineOf(found) };
    },
  };
}

/** What can leave now, by which rules, and what stands in the way. */
async function terms(parts: Parts, { asset }: { asset: string }, { actor, now }: UserContext) {
  if (actor.realm !== 'real') return refuse('virtualAccount');
  const networks = parts.networks().filter((one) => one.asset === asset);
  const [network = null] = networks;
  if (network === null) return refuse('notOffered', { asset });
  const { userId } = actor;
  const none = {
    kind: 'ordinary',
    address: '',
    memo: '',
    amount: 1n,
    ...{ hasRecipient: false, hasProvider: false },
  } as const;
  const wanted = { ...none, userId, network, asset, notBefore: 0 };
  const { situation } = await situationOf(parts, wanted, now);
  const { available, held, hasTradePassword, verified } = situation;
  const limits = await parts.identity.withdrawalLimits(userId, now);
  return {
    asset,
    networks: networks.map(({ chainId, chain, decimals }) => ({ chainId, chain, decimals })),
    ...{ available: formatDecimal(available, SCALE), held: formatDecimal(held, SCALE) },
    ...numbersOf(situation.present),
    ...travelOf(situation),
    ...timesOf(situation),
    turnover: turnoverView(situation),
    sources: sourcesOf(situation),
    ...{ hasTradePassword, verified },
    limits: limits.map(({ kind, reason, createdAt, expiresAt }) => ({
      ...{ kind, reason, createdAt, expiresAt },
    })),
  };
}

const quote = (units: number) => formatDecimal(BigInt(units), SCALE);

function numbersOf({ least, most, fee, networkFee, perDay, juniorMost }: Terms) {
  return {
    ...{ least: quote(least), most: quote(most), fee: quote(fee), networkFee: quote(networkFee) },
    ...{ perDay, juniorMost: quote(juniorMost) },
  };
}

/** From which amounts on the law, or the house before it, wants to know more of who is paid. */
function travelOf(situation: Situation) {
  const { providerFrom } = situation.travel;
  return {
    travelAmount: formatDecimal(recipientFrom(situation, situation.present), SCALE),
    providerAmount: providerFrom === null ? null : formatDecimal(providerFrom, SCALE),
  };
}

/** The hours of the day, and how many requests of it are left. */
function timesOf({ present, accepted, now }: Situation) {
  const { windows } = present;
  const [window] = windows;
  const { count, resetsAt } = countOfDay(window!.zone, accepted, now);
  return {
    window: {
      ...{ from: window!.from, until: window!.until, zone: window!.zone },
      isOpen: isOpen(windows, now),
      opensAt: opensAt(windows, now),
      closesAt: closesAt(windows, now),
    },
    usedToday: count,
    resetsAt,
  };
}

/** Where unused deposits came from; a source is named by chain and address. */
function sourcesOf({ lots, turnoverDone, available }: Situation) {
  const known = new Set(lots.flatMap(({ source }) => (source === null ? [] : [source])));
  return Array.from(known).flatMap((source) => {
    const unused = unusedOf(lots, source, turnoverDone, available);
    if (unused === 0n) return [];
    const [chainId = '', address = ''] = source.split(':');
    return [
      {
        chainId: Number(chainId),
        address: readAddress(address),
        unused: formatDecimal(unused, SCALE),
      },
    ];
  });
}

function turnoverView({ lots, turnoverDone, present }: Situation) {
  const { required, done, remaining } = turnoverOf(lots, turnoverDone);
  const [a, b, c] = [required, done, remaining].map((units) => formatDecimal(units, SCALE));
  return {
    ...{ required: a!, done: b!, remaining: c! },
    mode: TURNOVER_MODES[present.turnoverMode] ?? 'review',
  };
}
