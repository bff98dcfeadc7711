import type { Side } from '@assay/core/order/side';
import type { RefObject } from 'react';
import type { BookPainter } from './book-painter.ts';

/** The writers of bids and asks; null for a side that is not shown. */
export type Painters = RefObject<[BookPainter | null, BookPainter | null]>;

/** The row under the pointer. */
export interface Pointed {
  readonly side: Side;
  readonly slot: number;
  /** Top of the row within the book's body, in px. */
  readonly top: number;
}
