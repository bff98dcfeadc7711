import type { Queryable } from './destinations.ts';

/** What a withdrawal to a bank has beside its destination. Amounts in units of 1e-8. */
export interface NewBankDetails {
  /** What is written on the payment. */
  readonly reference: string;
  readonly currency: string;
  readonly proceeds: bigint;
  /** USDT for one unit of the currency, with when and by what it was fixed. */
  readonly rate: bigint;
  readonly rateAt: number;
  readonly rateSource: 'index' | 'parameter';
  readonly rateTick: number;
  readonly spreadPpm: number;
  readonly bankName: string;
  readonly bic: string;
  readonly bankAddress: string;
  readonly payeePhone: string;
  readonly payeeAddress: string;
}

export interface BankDetails extends NewBankDetails {
  /** What the bank sent back, and what the person got for it. */
  readonly back: {
    readonly returned: bigint;
    readonly amount: bigint;
    readonly at: number;
  } | null;
}

export type BankRow = Omit<NewBankDetails, 'proceeds' | 'rate'> &
  Record<'proceeds' | 'rate', string> &
  Record<'backMoney' | 'backAmount', string | null> & { readonly backAt: number | null };

export function bankOf(row: BankRow): BankDetails {
  const { proceeds, rate, backMoney, backAmount, backAt, ...rest } = row;
  return {
    ...{ ...rest, proceeds: BigInt(proceeds), rate: BigInt(rate) },
    back:
      backMoney === null || backAmount === null || backAt === null
        ? null
        : { returned: BigInt(backMoney), amount: BigInt(backAmount), at: backAt },
  };
}

/** Writes it down beside its destination, in the transaction of that. */
export async function addBank(
  db: Queryable,
  { digest, userId }: { readonly digest: string; readonly userId: number },
  bank: NewBankDetails,
): Promise<void> {
  const { reference, currency, proceeds, rate, rateAt, rateSource, rateTick, spreadPpm } = bank;
  await db.query(
    `insert into withdrawal_bank (digest, user_id, reference, currency, proceeds, rate, rate_at,
       rate_source, rate_tick, spread_ppm, bank_name, bic, bank_address, payee_phone,
       payee_address)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[digest, userId, reference, currency, String(proceeds), String(rate), rateAt, rateSource],
      ...[rateTick, spreadPpm, bank.bankName, bank.bic, bank.bankAddress, bank.payeePhone],
      bank.payeeAddress,
    ],
  );
}

/** Erases who was paid where; what was paid stays, because the ledger has it. */
export async function eraseBank(db: Queryable, userId: number): Promise<void> {
  await db.query(
    `update withdrawal_bank set bank_name = '', bic = '', bank_address = '', payee_phone = '',
       payee_address = '' where user_id = $1`,
    [userId],
  );
}

/** What a command id asked for before. */
export async function bankDetails(db: Queryable, digest: string): Promise<BankDetails | null> {
  const { rows } = await db.query<BankRow>(
    `select reference, currency, proceeds::text, rate::text, rate_at as "rateAt",
       rate_source as "rateSource", rate_tick as "rateTick", spread_ppm as "spreadPpm",
       bank_name as "bankName", bic, bank_address as "bankAddress",
       payee_phone as "payeePhone", payee_address as "payeeAddress", null as "backMoney",
       null as "backAmount", null as "backAt" from withdrawal_bank where digest = $1`,
    [digest],
  );
  return rows[0] === undefined ? null : bankOf(rows[0]);
}
