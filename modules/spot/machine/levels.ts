import { OWNER } from '@assay/core/ledger/owners';
import { priceText, quantityText } from '@assay/core/order/market';
import { BUY } from '@assay/core/order/side';
import type { LevelFact } from '../published-book.ts';
import type { LiveBook } from './state.ts';

/** Every level of a book as it stands, in the words of the fact `bookChanged`. */
export function allLevels(live: LiveBook): LevelFact[] {
  const levels = new Map<number, { lots: number; house: number }>();
  live.book.forEach((slot) => {
    const { book } = live;
    const key = book.price(slot) * 2 + book.side(slot);
    const level = levels.get(key) ?? { lots: 0, house: 0 };
    level.lots += book.lots(slot);
    if (book.owner(slot) === OWNER.marketMaker) level.house += book.lots(slot);
    levels.set(key, level);
  });
  return Array.from(levels, ([key, { lots, house }]) => {
    const side = key % 2 === BUY ? 0 : 1;
    const { rules } = live;
    const ticks = (key - side) / 2;
    return [side, priceText(rules, ticks), quantityText(rules, lots), quantityText(rules, house)];
  });
}
