import { type KeptAccount, keptText } from '../rules/close-out.ts';
import type { AccountRow, PositionRow } from './contract.ts';
import type { CfdState } from './state.ts';

/** The account before a position of it is closed out, as its receipt keeps it. */
export function keptOf(
  state: CfdState,
  { userId, endangered, deficit, closeOutPercent }: AccountRow,
  closed: PositionRow,
  wallet: bigint,
): string {
  const positions = state.positionsOf(userId);
  const lives = positions.map(({ contract }) => state.of(contract));
  const named = lives.flatMap((live) => [live, live.conversion ?? live]);
  const others = new Set(named.map(({ row }) => row.id));
  others.delete(closed.contract);
  const quotes: KeptAccount['quotes'] = [...others]
    .sort((a, b) => a - b)
    .map((contract) => {
      const live = state.of(contract);
      const { n, at, price, spread, recent } = live.quote!;
      return {
        contract,
        version: live.quotedBy,
        tick: n,
        tickAt: at,
        indexPrice: price,
        spread,
        recent,
      };
    });
  return keptText({ since: endangered, wallet, deficit, closeOutPercent, quotes, positions });
}
