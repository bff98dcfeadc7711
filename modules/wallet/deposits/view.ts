import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { readAddress } from '@assay/platform/chain/addresses';
import type { DepositChainView, DepositRow, DepositState } from '../schema/deposits.ts';
import type { KnownChain } from './chains.ts';
import { confirmationsOf } from './rules.ts';
import type { DepositToken } from './store/chains.ts';
import type { Deposit, DepositStep } from './store/deposits.ts';

/** What people see is one state less: what is decided is credited within a moment. */
export function stepsOf(state: DepositState | undefined): readonly DepositStep[] | undefined {
  if (state === undefined) return undefined;
  return state === 'confirming' ? ['confirming', 'crediting'] : [state];
}

/** `collected`: the sums by chain and asset. */
export function depositView(
  deposit: Deposit,
  { chain, status }: KnownChain,
  collected: ReadonlyMap<string, bigint>,
): DepositRow {
  const { depositId, chainId, asset, units, amount, state, transaction } = deposit;
  const { confirmations: needed, withdrawalConfirmations: neededToWithdraw } = chain;
  const token = chain.tokens.find((one) => one.asset === asset);
  const sum = collected.get(`${chainId} ${asset}`) ?? 0n;
  const isLow = state === 'collected' && token !== undefined && sum < token.minimum;
  return {
    ...{ depositId, chainId, chain: chain.name, needed, neededToWithdraw, transaction },
    asset: asset ?? '',
    amount: units === null ? String(amount) : formatDecimal(units, SCALE),
    state: state === 'crediting' ? 'confirming' : state,
    reason: deposit.reason as DepositRow['reason'],
    confirmations: confirmed(deposit, status?.read ?? null, chain),
    missing: isLow ? formatDecimal(token.minimum - sum, SCALE) : '',
    page: chain.explorer === '' ? '' : `${chain.explorer}${transaction}`,
    address: readAddress(deposit.address),
    sender: deposit.sender === null ? '' : readAddress(deposit.sender),
    seenAt: deposit.seenAt,
    changedAt: deposit.changedAt,
  };
}

/** Before the chain is read after a start, a deposit has at least what its state says. */
function confirmed(
  { state, block }: Deposit,
  read: number | null,
  { confirmations, withdrawalConfirmations }: KnownChain['chain'],
): number {
  if (state === 'orphaned') return 0;
  const counted = read === null ? 0 : confirmationsOf(block, read);
  const least = state === 'confirming' ? 0 : confirmations;
  const most = state === 'confirming' ? confirmations : withdrawalConfirmations;
  return Math.min(Math.max(counted, least), most);
}

export const tokenView = ({ asset, contract, decimals, minimum }: DepositToken) => ({
  ...{ asset, decimals, minimum: formatDecimal(minimum, SCALE) },
  contract: contract === null ? null : readAddress(contract),
});

export function chainView(
  { chain, status }: KnownChain,
  testMoney: DepositChainView['testMoney'],
): DepositChainView {
  const { chainId, name, isTest, confirmations, withdrawalConfirmations, minutes } = chain;
  return {
    ...{ chainId, name, isTest, confirmations, withdrawalConfirmations, minutes, testMoney },
    explorer: chain.explorer,
    isRead: status !== null && status.trouble === null && status.contradiction === null,
    tokens: chain.tokens.filter(({ isOpen }) => isOpen).map(tokenView),
  };
}
