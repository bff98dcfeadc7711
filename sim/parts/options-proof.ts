import { verifyOption } from '../../examples/verify-option.mjs';
import type { TickView } from '../../modules/feeds/schema.ts';
import { receiptOf } from '../../modules/options/receipts.ts';
import { quoteOf, quoteText } from '../../modules/options/rules/quote.ts';
import {
  type EndedRow,
  endedOption,
  optionMarket,
  optionSettlement,
} from '../../modules/options/store/tables.ts';
import { paperSigner } from '../../modules/options/testing/paper-log.ts';
import { rowsOf } from '../database/declared.ts';
import type { Tables } from '../database/tables.ts';
import type { Feed } from '../feed/feed.ts';
import { expectThat, Finding } from '../history.ts';
import type { Proof } from './part.ts';

/** Every option that ended is computed again by the program that anybody can run. */
export async function proveOptions(tables: Tables, { log }: Feed): Promise<Proof> {
  const signer = paperSigner();
  const markets = new Map((await rowsOf(tables, optionMarket)).map((row) => [row.market, row]));
  const settlements = await rowsOf(tables, optionSettlement);
  const of = (market: string) => ({ index: markets.get(market)!.index, asset: 'USDT' });
  const reads = {
    settlement: async (market: string, expiresAt: number, windowMs: number) =>
      settlements.find(
        (row) => row.market === market && row.expiresAt === expiresAt && row.windowMs === windowMs,
      ),
    postings: async (seq: number, from: number, to: number) => postings(tables, seq, from, to),
    // The simulated house has no wrong windows that are settled.
    madeGood: async () => [],
    madeGoodSpans: async () => [],
  };
  const parts = { realm: 'demo', reads, ticks: log, spend: () => undefined, signer, of } as const;
  const proved = new Map<string, number>();
  for (const ended of await rowsOf(tables, endedOption)) {
    // Calls check the signature of a quote before the engine has it; it is made here.
    const row = { ...ended, signature: signer.sign(quoteText(quoted(ended, of(ended.market)))) };
    const receipt = await receiptOf(row, parts);
    const { result, reason, paid } = row;
    if (receipt === 'ticksToCome') {
      expectThat(result === 'void', `option ${row.id} is ${result} before its last tick`);
      continue;
    }
    if (typeof receipt === 'string') throw new Finding(`option ${row.id} has its ticks`);
    if (wasSetBack(row, receipt.entry.ticks[0])) continue;
    const made = await verifyOption(receipt, signer.publicKey).catch((error) => {
      const { settlement, order } = receipt;
      throw new Finding(
        `option ${JSON.stringify({ ...settlement, ...order })} is refused: ${error}`,
      );
    });
    const isSame = made.result === result && made.reason === reason && made.paid === paid;
    expectThat(isSame, `option ${row.id} is ${result}, and computed again ${made.result}`);
    const kind = `receipt of an option: ${result} ${reason}`.trim();
    proved.set(kind, (proved.get(kind) ?? 0) + 1);
  }
  return proved;
}

/**
 * The clock was set back between the last tick before an option and its record, so that the option
 * was bought before a tick that was known: nobody can prove its entry then. The engine's own time
 * never goes back, and is behind that of a tick by less than any delay that terms have.
 */
function wasSetBack({ afterN, acceptedAt, tickDelayMs }: EndedRow, first?: TickView): boolean {
  return !tickDelayMs && first?.n === afterN && first.at > acceptedAt;
}

function quoted(row: EndedRow, { index, asset }: { index: string; asset: string }) {
  return quoteOf({ ...row, index, asset }, { ...row, realm: 'demo' });
}

function postings(tables: Tables, seq: number, least: number, most: number) {
  const isWithin = (account: number) => account >= least && account <= most;
  return tables
    .rows('posting')
    .filter((row) => Number(row.seq) === seq)
    .map((row) => ({
      ...{ from: Number(row.from_account), to: Number(row.to_account) },
      ...{ amount: Number(row.amount), purpose: Number(row.purpose) },
    }))
    .filter(({ from, to }) => isWithin(from) || isWithin(to));
}
