import type { Realm } from '@assay/core/ledger/realm';
import type { Receipt } from '@assay/core/receipt/head';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';

/** Receipts that this browser got with its answers; the oldest go first. */
const RECEIPTS_KEPT = 200;

interface KeptReceipt extends Receipt {
  readonly realm: Realm;
}

function kept(): KeptReceipt[] {
  try {
    const list: unknown = JSON.parse(readStored(STORAGE_KEYS.receipts) ?? '[]');
    return Array.isArray(list) ? (list as KeptReceipt[]) : [];
  } catch {
    return [];
  }
}

/** Keeps the receipt of a command, so that its order can be checked against it later. */
export function keepReceipt(realm: Realm, { seq, hash }: Receipt): void {
  const others = kept().filter((one) => one.realm !== realm || one.seq !== seq);
  const list = [...others, { realm, seq, hash }].slice(-RECEIPTS_KEPT);
  writeStored(STORAGE_KEYS.receipts, JSON.stringify(list));
}

/** The hash that this browser was given for a command; null when it keeps none. */
export function keptHash(realm: Realm, seq: number): string | null {
  return kept().find((one) => one.realm === realm && one.seq === seq)?.hash ?? null;
}

/** An order's id begins with the number of the command that placed it. */
const IDS_PER_COMMAND = 65_536;

/** The page that checks the receipt of the order. */
export function receiptAddress(realm: Realm, orderId: number): string {
  return `/verify?realm=${realm}&seq=${Math.floor(orderId / IDS_PER_COMMAND)}`;
}
