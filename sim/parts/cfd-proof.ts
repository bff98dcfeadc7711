import type { RowOf } from '@assay/core/schema/record';
import { INDEX_HOURS } from '../../apps/server/hours.ts';
import { verifyContract } from '../../examples/verify-contract.mjs';
import { accountAt } from '../../modules/cfd/account-at.ts';
import { receiptView } from '../../modules/cfd/machine/views.ts';
import { convertingTicks, proofOf, ticksUntil } from '../../modules/cfd/receipts.ts';
import { contract, position, receipt, termsVersion } from '../../modules/cfd/store/tables.ts';
import { paperSigner } from '../../modules/options/testing/paper-log.ts';
import { rowsOf } from '../database/declared.ts';
import type { Tables } from '../database/tables.ts';
import type { Feed } from '../feed/feed.ts';
import { expectThat, Finding } from '../history.ts';
import type { Proof } from './part.ts';

type Receipt = RowOf<typeof receipt>;

/** Every receipt is computed again by the program that anybody can run, and each is there once. */
export async function proveContracts(tables: Tables, { log }: Feed): Promise<Proof> {
  const signer = paperSigner();
  const contracts = new Map((await rowsOf(tables, contract)).map((row) => [row.id, row]));
  const versions = await rowsOf(tables, termsVersion);
  const listings = new Map(versions.map((of) => [`${of.contract} ${of.version}`, of.listing]));
  const receipts = await rowsOf(tables, receipt);
  const openings = once(receipts, await rowsOf(tables, position));
  const proved = new Map<string, number>();
  for (const one of receipts) {
    const row = contracts.get(one.contract)!;
    const listing = listings.get(`${one.contract} ${one.version}`);
    const read = (index: string, tick: number, recent: string) =>
      ticksUntil(log, index, tick, recent, () => undefined);
    const ticks = await read(row.index, one.tick, one.recent);
    const conversion = await convertingTicks(row.conversionIndex, one, read);
    const isLost = typeof ticks === 'string' || typeof conversion === 'string';
    if (isLost || listing === undefined) throw new Finding(`receipt ${one.seq} has its ticks`);
    const terms = JSON.parse(listing);
    const at = await accountAt(
      { ...one, terms },
      {
        ticksUntil: read,
        listingAt: async (contract, version) => listings.get(`${contract} ${version}`),
        sessionAt: (index, at) => INDEX_HOURS.sessionAt(index, at),
      },
    );
    if (typeof at === 'string') throw new Finding(`${one.seq} has the ticks of its account`);
    expectThat((one.why === 'closeOut') === (one.account !== null), 'close-outs have the account');
    const opening = one.kind === 'closed' ? openings.get(one.id) : undefined;
    const said = {
      receipt: { ...receiptView({ row }, one), ...at.part },
      terms,
      opened: opening === undefined ? null : receiptView({ row }, opening),
      session: one.tick === 0 ? null : INDEX_HOURS.sessionAt(row.index, one.tickAt),
    };
    try {
      const rests = { ticks, conversion, others: at.others };
      await verifyContract(proofOf(said, rests, signer), signer.publicKey);
    } catch (error) {
      throw new Finding(`receipt ${JSON.stringify(said.receipt)} is refused: ${error}`);
    }
    const kind = `receipt of a contract: ${one.kind} ${one.why}`;
    proved.set(kind, (proved.get(kind) ?? 0) + 1);
  }
  return proved;
}

/** Each position was opened once, closed for as much as it had, and charged each night once. */
function once(
  receipts: readonly Receipt[],
  open: readonly RowOf<typeof position>[],
): ReadonlyMap<number, Receipt> {
  const openings = new Map<number, Receipt>();
  const left = new Map<number, bigint>();
  const nights = new Set<string>();
  for (const one of receipts) {
    const { id, kind, lots, at } = one;
    if (kind === 'opened') {
      expectThat(!openings.has(id), `position ${id} was opened twice`);
      openings.set(id, one);
      left.set(id, lots);
    } else if (kind === 'closed') left.set(id, (left.get(id) ?? 0n) - lots);
    else if (kind === 'financed') {
      expectThat(!nights.has(`${id} ${at}`), `position ${id} was charged twice for a night`);
      nights.add(`${id} ${at}`);
    }
  }
  for (const { id, lots } of open) left.set(id, (left.get(id) ?? 0n) - lots);
  for (const [id, lots] of left) expectThat(lots === 0n, `${lots} of position ${id} are missing`);
  return openings;
}
