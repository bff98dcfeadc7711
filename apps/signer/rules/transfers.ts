import { TRANSFER } from '@assay/platform/chain/logs';
import type { Receipt } from '@assay/platform/chain/shapes';
import * as AbiFunction from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import type { Unsigned } from '../keys/key.ts';

const TRANSFER_CALL = AbiFunction.from('function transfer(address to, uint256 value)');
const BALANCE_CALL = AbiFunction.from('function balanceOf(address owner)');

/** What is to move. */
export interface Move {
  /** Null for the chain's own coin. */
  readonly token: Hex | null;
  readonly sender: Hex;
  readonly recipient: Hex;
  readonly amount: bigint;
}

/** The transaction that moves it: to the token's contract, or to the recipient itself. */
export function callOf({
  token,
  recipient,
  amount,
}: Move): Pick<Unsigned, 'to' | 'value' | 'data'> {
  if (token === null) return { to: recipient, value: amount, data: '0x' };
  const data = AbiFunction.encodeData(TRANSFER_CALL, [recipient, amount]);
  return { to: token, value: 0n, data };
}

export const balanceCall = (owner: Hex): Hex => AbiFunction.encodeData(BALANCE_CALL, [owner]);

/**
 * Whether a receipt proves that it moved. Of the coin the transaction says so itself; a token must
 * have written exactly one Transfer from us, of this amount to this address: a contract can
 * succeed without moving anything, or move less.
 */
export function hasMoved({ succeeded, logs }: Receipt, move: Move): boolean {
  if (!succeeded) return false;
  if (move.token === null) return true;
  const ours = logs.filter(
    ({ address, topics }) =>
      address === move.token && topics[0] === TRANSFER && topics[1] === topicOf(move.sender),
  );
  const [log] = ours;
  if (!log || ours.length !== 1) return false;
  const isExact = log.data.length === 66 && BigInt(log.data) === move.amount;
  return isExact && log.topics.length === 3 && log.topics[2] === topicOf(move.recipient);
}

const topicOf = (address: Hex) => `0x${address.slice(2).padStart(64, '0')}`;
