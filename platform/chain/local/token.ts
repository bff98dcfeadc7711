import * as AbiFunction from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import compiled from './TestUsdt.json' with { type: 'json' };

export const TEST_USDT_DECIMALS = 6;

const MINT = AbiFunction.from('function mint(address to, uint256 value)');
const TRANSFER = AbiFunction.from('function transfer(address to, uint256 value)');

/** TestUsdt.sol, whose constructor takes nothing; a test compiles it and compares. */
export const deployTestUsdt = (): Hex => compiled.bytecode as Hex;

/** Amounts are those of the token, in millionths. */
export const mintTestUsdt = (to: Hex, amount: bigint): Hex =>
  AbiFunction.encodeData(MINT, [to, amount]);

export const transferTestUsdt = (to: Hex, amount: bigint): Hex =>
  AbiFunction.encodeData(TRANSFER, [to, amount]);
