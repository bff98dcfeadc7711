import { OWNER } from '@assay/core/ledger/owners';
import type { MarketState } from '@assay/core/order/life/market-state';
import { priceText, quantityText } from '@assay/core/order/market';
import { BUY } from '@assay/core/order/side';
import type { LevelFact } from '../schema/index.ts';

/** Every present level of a book, in the form of the fact `bookChanged`. */
export function allLevels(market: MarketState): LevelFact[] {
  const levels = new Map<number, { lots: number; house: number }>();
  market.book.forEach((slot) => {
    const { book } = market;
    const key = book.price(slot) * 2 + book.side(slot);
    const level = levels.get(key) ?? { lots: 0, house: 0 };
    level.lots += book.lots(slot);
    if (book.owner(slot) === OWNER.marketMaker) level.house += book.lots(slot);
    levels.set(key, level);
  });
  return Array.from(levels, ([key, { lots, house }]) => {
    const side = key % 2 === BUY ? 0 : 1;
    const { rules } = market;
    const ticks = (key - side) / 2;
    return [side, priceText(rules, ticks), quantityText(rules, lots), quantityText(rules, house)];
  });
}
