import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallInput } from '@assay/core/schema/call';
import { Busy, conflict, Refusal, refuse } from '@assay/core/schema/outcome';
import { HOUR, MINUTE, SECOND } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import type { Handlers } from '@assay/platform/http/context';
import { newId } from '@assay/platform/secrets';
import type { HoldUntil, Verdict } from '../rules/index.ts';
import type { bankCalls } from '../schema/bank.ts';
import { BANK, type BankOffer, CENT } from './bank-way.ts';
import { braked } from './brake.ts';
import { bankDigest } from './digest.ts';
import type { Parts, UserContext } from './parts.ts';
import { detailOf, refusalOf, shownOf, unprovedOf } from './requests.ts';
import { assessed, type Wanted } from './situation.ts';
import { addBank, bankDetails, type NewBankDetails } from './store/bank.ts';
import { addDestination, answered, byCommand, type Destination } from './store/destinations.ts';
import { withdrawalByDigest } from './store/withdrawals.ts';

type Input = CallInput<(typeof bankCalls)['requestBankWithdrawal']>;
/** What of it is about the money; the dry run has no more. */
type Asked = Omit<Input, 'tradePassword' | 'stepUp' | 'proceeds'>;

const BUSY_MS = 2 * SECOND;
/** So long a request keeps its rate that has not come to the engine: time to try again. */
const RATE_KEPT_MS = MINUTE;
const text = (units: bigint) => formatDecimal(units, SCALE);

const rateText = ({ rate, rateAt, rateSource, rateTick, spreadPpm }: BankOffer) => ({
  ...{ rate: text(rate), rateAt, rateSource, rateTick, spreadPpm },
});

/** The calls of people about withdrawals that a bank carries (decision 0083). */
export function bankHandlers(parts: Parts): Handlers<typeof bankCalls> {
  return {
    getBankTerms: async (_input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const offers = await parts.bank().offers(now);
      return {
        currencies: offers.map((offer) => {
          return { currency: offer.currency, ...rateText(offer), most: text(offer.most) };
        }),
      };
    },
    previewBankWithdrawal: async (input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const { verdict, offer, wanted, proceeds } = await quoted(parts, input, actor.userId, now);
      const refusals = verdict.refusals.map((one) => {
        return { code: one.code, detail: detailOf(one, wanted.asset) };
      });
      if (!('fee' in verdict) || offer === null) return { refusals, accepted: null };
      if (proceeds > offer.most) {
        const detail = { amount: text(offer.most), asset: offer.currency };
        return { refusals: [{ code: 'bankMoneyShort', detail }], accepted: null };
      }
      const { fee, arrives, goesAt, ground } = verdict;
      const holds = verdict.holds.map(({ code, until }) => ({ reason: code, deadline: until }));
      const money = { fee: text(fee), arrives: text(arrives), proceeds: text(proceeds) };
      return { refusals, accepted: { ...money, ...rateText(offer), goesAt, ground, holds } };
    },
    requestBankWithdrawal: (input, context) => requestBankWithdrawal(parts, input, context),
  };
}

/** A request is taken in as one for a chain is: the row, then the engine; once under its id. */
function requestBankWithdrawal(parts: Parts, input: Input, context: UserContext) {
  const { actor, commandId = `withdrawal ${newId()}` } = context;
  if (actor.realm !== 'real') return refuse('virtualAccount');
  const turn = parts.turns.take(actor.userId, async () => {
    const { pool } = parts.database;
    const known = await byCommand(pool, commandId);
    if (known === null) return take(parts, input, commandId, context);
    const bank = await bankDetails(pool, known.digest);
    if (bank === null || !isSame(known, bank, input)) return conflict();
    if (await isTooOld(parts, known, context.now)) return movedOf(parts, known, bank, context.now);
    return submit(parts, known, bank, context.now);
  });
  return turn ?? new Busy(BUSY_MS);
}

/**
 * Whether it never came to the engine and its rate is of long ago. Who could choose when to send it
 * would wait for a better rate, and keep this one.
 */
async function isTooOld({ database }: Parts, known: Destination, now: number): Promise<boolean> {
  const { withdrawalId, refused, digest, requestedAt } = known;
  if (withdrawalId !== null || refused !== '' || now - requestedAt <= RATE_KEPT_MS) return false;
  return (await withdrawalByDigest(database.pool, digest)) === null;
}

/** What the same would bring now, for whoever asks for it under another id. */
async function movedOf(
  parts: Parts,
  known: Destination,
  { currency }: NewBankDetails,
  now: number,
) {
  const { amount, fee, asset } = known;
  const bank = parts.bank();
  const offer = (await bank.offers(now)).find((one) => one.currency === currency);
  if (offer === undefined) return refuse('notOffered', { asset });
  return refuse('proceedsMoved', { proceeds: text(bank.proceeds(amount - fee, offer)), currency });
}

/** Whether a command id was used for the same. */
function isSame(known: Destination, bank: NewBankDetails, input: Input): boolean {
  const names = ['currency', 'bankName', 'bic', 'bankAddress', 'payeePhone'] as const;
  return (
    known.amount === parseDecimal(input.amount, SCALE) &&
    known.address === input.account &&
    known.recipient === input.payeeName &&
    known.asset === input.asset &&
    known.kind === input.kind &&
    known.notBefore === (input.notBefore ?? 0) &&
    bank.payeeAddress === input.payeeAddress &&
    names.every((name) => bank[name] === input[name])
  );
}

/** What becomes of a request, and what it brings at the rate of now. */
async function quoted(parts: Parts, input: Asked, userId: number, now: number) {
  const bank = parts.bank();
  const offers = await bank.offers(now);
  const offer = offers.find(({ currency }) => currency === input.currency) ?? null;
  const { asset, kind, account, payeeName, notBefore = 0 } = input;
  const network =
    offer === null || !parts.networks().some((one) => one.asset === asset)
      ? null
      : { chainId: BANK, chain: '', asset, token: null, decimals: SCALE, explorer: '' };
  const wanted: Wanted = {
    ...{ userId, kind, network, asset, address: account, memo: '', notBefore },
    // The payee is always named, so what the law wants to know is there.
    ...{ amount: parseDecimal(input.amount, SCALE)!, hasRecipient: true, hasProvider: true },
  };
  const { verdict, risk, reviewHours } = await assessed(parts, wanted, now);
  const isOwn = await bank.isOwnName(userId, payeeName);
  const decided = isOwn ? verdict : withOtherPayee(verdict, now + reviewHours * HOUR);
  const proceeds =
    offer === null || !('fee' in verdict) ? 0n : bank.proceeds(verdict.arrives, offer);
  return { verdict: decided, risk, offer, wanted, proceeds };
}

/** Two people look at what goes to somebody else than the person who was verified. */
function withOtherPayee(verdict: Verdict, until: number): Verdict {
  if (!('fee' in verdict)) return verdict;
  const hold: HoldUntil = { code: 'payee', until, after: 'escalate' };
  return { ...verdict, ground: 'twoPeople', holds: [...verdict.holds, hold] };
}

async function take(parts: Parts, input: Input, commandId: string, context: UserContext) {
  const { now, actor } = context;
  const { verdict, risk, offer, wanted, proceeds } = await quoted(
    ...([parts, input, actor.userId, now] as const),
  );
  const refused = refusalOf(verdict, wanted.asset);
  if (refused !== null) return refused;
  if (!('fee' in verdict) || offer === null) throw new Error('what is not refused is offered');
  if (proceeds === 0n) return refuse('belowFee', { amount: text(verdict.fee), asset: input.asset });
  const { currency, most } = offer;
  if (proceeds < parseDecimal(input.proceeds, SCALE)!) {
    return refuse('proceedsMoved', { proceeds: text(proceeds), currency });
  }
  if (proceeds > most) return refuse('bankMoneyShort', { amount: text(most), asset: currency });
  const unproved = await unprovedOf(parts, 'requestBankWithdrawal', input, context);
  if (unproved !== null) return unproved;
  const { bankName, bic, bankAddress, payeePhone, payeeAddress } = input;
  const bank: NewBankDetails = {
    ...{ reference: parts.bank().reference(), currency, proceeds },
    ...{ rate: offer.rate, rateAt: offer.rateAt, rateSource: offer.rateSource },
    ...{ rateTick: offer.rateTick, spreadPpm: offer.spreadPpm },
    ...{ bankName, bic, bankAddress, payeePhone, payeeAddress },
  };
  const { goesAt: queuedUntil, ground, fee, parts: lots, holds } = verdict;
  const { userId, asset, amount, kind, address, notBefore } = wanted;
  const { payeeName: recipient } = input;
  const salt = newId();
  const row = {
    ...{ digest: bankDigest({ ...bank, account: address, payeeName: recipient, salt }), commandId },
    ...{ userId, kind, asset, amount, fee, chainId: BANK, token: null, address, memo: '' },
    ...{ recipient, provider: '', sum: proceeds / CENT, salt, requestedAt: now },
    ...{ notBefore, queuedUntil, ground, risk: { score: risk.score, inputs: risk.inputs } },
  };
  const added = await transaction(parts.database.pool, async (client) => {
    const given = await braked(parts, client, row, holds, now);
    if (!(await addDestination(client, given.row, lots, given.holds))) return false;
    await addBank(client, row, bank);
    return true;
  });
  return added ? submit(parts, row, bank, now) : conflict();
}

type Sent = Pick<Destination, 'userId' | 'commandId' | 'asset' | 'amount' | 'fee' | 'digest'>;

/** Gives the engine its command, and the row the answer. */
async function submit(parts: Parts, row: Sent, bank: NewBankDetails, now: number) {
  const { userId: actor, commandId: id, asset, digest } = row;
  const sums = { amount: text(row.amount), fee: text(row.fee), proceeds: text(bank.proceeds) };
  const body = { asset, digest, money: bank.currency, ...sums };
  const reply = await parts.realm.submit({ type: 'requestBankWithdrawal', actor, id, body });
  if (!reply.ok) {
    const { refusal, detail = {} } = reply;
    await answered(parts.database.pool, digest, { refused: refusal });
    const more = refusal === 'bankMoneyShort' ? { amount: '', asset: bank.currency } : { asset };
    return new Refusal(refusal as 'tooManyWithdrawals', { ...more, ...detail });
  }
  return shownOf(parts, { digest, withdrawalId: reply.value.id, now }, reply);
}
