import { recordView } from '../../schema/records.ts';
import { isOpenStatus } from '../order.ts';
import { openOrder } from './tables.ts';

/** An order as an object, for code that need not be fast: fields read and write its record. */
export class Order extends recordView(openOrder) {
  /** Whether it may still trade. */
  get open(): boolean {
    return isOpenStatus(this.status);
  }

  /** Lots that have not traded. */
  get remaining(): number {
    return this.lots - this.filled;
  }
}
