import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallInput } from '@assay/core/schema/call';
import { Busy, conflict, InvalidInput, Refusal, refuse } from '@assay/core/schema/outcome';
import { SECOND } from '@assay/core/time';
import { readAddress } from '@assay/platform/chain/addresses';
import { amountOf } from '@assay/platform/chain/amounts';
import { transaction } from '@assay/platform/db/transaction';
import { newId } from '@assay/platform/secrets';
import { wrongMemo } from '../addresses/memo.ts';
import type { Accepted, RefusalCode, Refused, Verdict } from '../rules/index.ts';
import type { withdrawalCalls } from '../schema/withdrawals.ts';
import { braked } from './brake.ts';
import { destinationDigest } from './digest.ts';
import type { Network, Parts, UserContext } from './parts.ts';
import { assessed, finestOf, type Wanted } from './situation.ts';
import { addDestination, answered, byCommand, type Destination } from './store/destinations.ts';
import { withdrawalByDigest } from './store/withdrawals.ts';
import { viewOf } from './views.ts';

type Input = CallInput<(typeof withdrawalCalls)['requestWithdrawal']>;
/** What of it is about the money; the dry run has no more. */
export type Asked = Omit<Input, 'tradePassword' | 'stepUp' | 'isMine'>;

const BUSY_MS = 2 * SECOND;

/**
 * Takes a request in. Where it goes is written down before the engine gets its command. The same
 * command id again gets the answer of the first, and proves nothing again.
 */
export function requestWithdrawal(parts: Parts, input: Input, context: UserContext) {
  const { actor, commandId = `withdrawal ${newId()}` } = context;
  if (actor.realm !== 'real') return refuse('virtualAccount');
  const turn = parts.turns.take(actor.userId, async () => {
    const known = await byCommand(parts.database.pool, commandId);
    if (known === null) return take(parts, input, commandId, context);
    if (!isSame(known, input)) return conflict();
    return submit(parts, known, context.now);
  });
  return turn ?? new Busy(BUSY_MS);
}

/** Whether a command id was used for the same. */
function isSame(known: Destination, input: Input): boolean {
  const amount = parseDecimal(input.amount, SCALE);
  const address = readAddress(input.address);
  if (known.amount !== amount || known.address !== address) return false;
  if (known.notBefore !== (input.notBefore ?? 0)) return false;
  const names = ['asset', 'chainId', 'memo', 'kind', 'recipient', 'provider'] as const;
  return names.every((name) => known[name] === input[name]);
}

async function take(parts: Parts, input: Input, commandId: string, context: UserContext) {
  const { now, actor } = context;
  const wanted = wantedOf(parts, input, actor.userId);
  if (wanted instanceof InvalidInput) return wanted;
  const { verdict, risk } = await assessed(parts, wanted, now);
  const refused = refusalOf(verdict, wanted.asset);
  if (refused !== null) return refused;
  if (input.kind === 'return' && input.isMine !== true) {
    return new InvalidInput({ isMine: ['sourceIsMine'] });
  }
  const unproved = await unprovedOf(parts, 'requestWithdrawal', input, context);
  if (unproved !== null) return unproved;
  const about = rowOf(wanted, input, accepted(verdict), now);
  const row = { ...about, commandId, risk: { score: risk.score, inputs: risk.inputs } };
  const { parts: lots, holds } = accepted(verdict);
  const added = await transaction(parts.database.pool, async (client) => {
    const given = await braked(parts, client, row, holds, now);
    return addDestination(client, given.row, lots, given.holds);
  });
  return added ? submit(parts, row, now) : conflict();
}

/** Reads what is asked for: an address in its normal form, an amount that the token can carry. */
export function wantedOf(parts: Parts, input: Asked, userId: number): Wanted | InvalidInput {
  const { asset, chainId, kind, memo, notBefore = 0 } = input;
  const address = readAddress(input.address);
  if (address === 'malformed') return new InvalidInput({ address: ['chainAddress'] });
  if (address === 'checksum') return new InvalidInput({ address: ['chainChecksum'] });
  const networks = parts.networks();
  const network = networks.find((one) => one.chainId === chainId && one.asset === asset) ?? null;
  const unpayable = unpayableOf(address, memo, network);
  if (unpayable !== null) return unpayable;
  const amount = parseDecimal(input.amount, SCALE)!;
  if (network !== null && amountOf(amount, network.decimals) === null) {
    return new InvalidInput({ amount: ['tokenDecimals'] });
  }
  const payee = { hasRecipient: input.recipient !== '', hasProvider: input.provider !== '' };
  const of = { userId, kind, network, asset, address, memo };
  return { ...of, amount, ...payee, notBefore };
}

/**
 * What nobody could pay: to the address that nobody has, to the token itself, or with a memo, which
 * a transfer on these chains cannot carry.
 */
function unpayableOf(address: string, memo: string, network: Network | null): InvalidInput | null {
  if (BigInt(address) === 0n || address.toLowerCase() === network?.token?.toLowerCase()) {
    return new InvalidInput({ address: ['addressOfNobody'] });
  }
  return wrongMemo(memo);
}

function accepted(verdict: Verdict): Accepted {
  if (!('fee' in verdict)) throw new Error('a request that is not refused goes');
  return verdict;
}

/** What a verdict costs: the fee in parts that the token can carry, rounded for the person. */
export function costOf(verdict: Accepted, { amount, network }: Wanted) {
  if (network === null) throw new Error('what is not offered was refused');
  const fee = verdict.fee - (verdict.fee % finestOf(network));
  return { fee, arrives: amount - fee, network };
}

/** The first reason for which it is refused; null when there is none. */
export function refusalOf({ refusals }: Verdict, asset: string): Refusal<RefusalCode> | null {
  const [first] = refusals;
  return first === undefined ? null : new Refusal(first.code, detailOf(first, asset));
}

export function detailOf({ amount, until }: Refused, asset: string): Record<string, string> {
  return {
    asset,
    ...(amount === undefined ? {} : { amount: formatDecimal(amount, SCALE) }),
    ...(until === undefined || until === null ? {} : { until: new Date(until).toISOString() }),
  };
}

/** The digits first: a proof is used up by its first use. */
export async function unprovedOf(
  { identity }: Parts,
  call: 'requestWithdrawal' | 'requestBankWithdrawal' | 'acceptExitPlan',
  input: Pick<Input, 'tradePassword' | 'stepUp'>,
  context: UserContext,
) {
  const wrong = await identity.checkTradePassword(input.tradePassword, context);
  return wrong ?? identity.stepUp(call, input, context);
}

type Named = Pick<Input, 'memo' | 'recipient' | 'provider'>;

/** What is written down of one that the rules accept. */
export function rowOf(wanted: Wanted, input: Named, verdict: Accepted, now: number) {
  const { goesAt: queuedUntil, ground } = verdict;
  const { fee, arrives, network } = costOf(verdict, wanted);
  const { chainId, token, decimals } = network;
  const sum = amountOf(arrives, decimals);
  if (sum === null) throw new Error(`${arrives} is no amount of ${network.asset}`);
  const { userId, address, asset, amount, kind, notBefore } = wanted;
  const { memo, recipient, provider } = input;
  const where = { chainId, token, address, memo, sum, salt: newId() };
  return {
    ...{ ...where, digest: destinationDigest(where), userId, kind, asset, amount, fee },
    ...{ recipient, provider, requestedAt: now, notBefore, queuedUntil, ground },
  };
}

type Sent = Pick<Destination, 'userId' | 'commandId' | 'asset' | 'amount' | 'fee' | 'digest'>;

/** Gives the engine its command, and the row the answer. */
export async function submit(parts: Parts, row: Sent, now: number) {
  const { database, realm } = parts;
  const { userId: actor, commandId: id, asset, digest } = row;
  const [amount, fee] = [formatDecimal(row.amount, SCALE), formatDecimal(row.fee, SCALE)];
  const body = { asset, amount, fee, digest };
  const reply = await realm.submit({ type: 'requestWithdrawal', actor, id, body });
  if (!reply.ok) {
    await answered(database.pool, digest, { refused: reply.refusal });
    const { refusal, detail = {} } = reply;
    return new Refusal(refusal as 'tooManyWithdrawals', { asset, ...detail });
  }
  return shownOf(parts, { digest, withdrawalId: reply.value.id, now }, reply);
}

interface Answered {
  readonly digest: string;
  readonly withdrawalId: number;
  readonly now: number;
}

/** Notes the number that the engine gave it, and what its owner sees with the receipt. */
export async function shownOf(
  { database, networks }: Parts,
  { digest, withdrawalId, now }: Answered,
  { seq, hash }: { readonly seq: number; readonly hash: string },
) {
  await answered(database.pool, digest, { withdrawalId });
  const withdrawal = await withdrawalByDigest(database.pool, digest);
  if (withdrawal === null) throw new Error(`withdrawal ${withdrawalId} has no row`);
  return { withdrawal: viewOf(withdrawal, networks(), now), receipt: { seq, hash } };
}
