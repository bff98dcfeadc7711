import { encodeDeployData, encodeFunctionData, type Hex, parseAbi } from 'viem';
import compiled from './TestUsdt.json' with { type: 'json' };

export const TEST_USDT_DECIMALS = 6;

const abi = parseAbi([
  'constructor()',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
]);

/** TestUsdt.sol; a test compiles it and compares. */
export const deployTestUsdt = (): Hex =>
  encodeDeployData({ abi, bytecode: compiled.bytecode as Hex });

/** Amounts are those of the token, in millionths. */
export const mintTestUsdt = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'mint', args: [to, amount] });

export const transferTestUsdt = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] });
