import type { Database } from '@assay/platform/db/database';
import { pause } from '../kill9/child.ts';
import type { House, Part } from './house.ts';

/** A moment at which a part writes down how far some money has come. */
export interface Step {
  readonly name: string;
  readonly part: Part;
  readonly table: string;
  readonly on: 'insert' | 'update';
  /** Of which rows. */
  readonly when?: string;
}

const command = (type: string): Step => ({
  ...{ name: type, part: 'server', table: 'real.engine_batch', on: 'insert' },
  when: `new.log like '%"${type}"%'`,
});
const server = (name: string, table: string, on: Step['on'], when?: string): Step => ({
  ...{ name, part: 'server', table, on, ...(when === undefined ? {} : { when }) },
});
const signer = (name: string, table: string): Step => {
  return { name, part: 'signer', table, on: 'insert' };
};

/** From the first block of a deposit to its credit, from a request to what paid it. */
export const STEPS: readonly Step[] = [
  server('a block is read', 'chain_block', 'insert'),
  server('a transfer is seen', 'chain_transfer', 'insert'),
  server('a deposit is seen', 'deposit', 'insert'),
  server('a deposit is decided', 'deposit', 'update', "new.state = 'crediting'"),
  command('creditDeposit'),
  server('a deposit is credited', 'deposit', 'update', "new.state = 'credited'"),
  server('a destination is written', 'withdrawal_destination', 'insert'),
  command('requestWithdrawal'),
  command('approveWithdrawal'),
  server('who pays is written', 'withdrawal_destination', 'update', 'old.payer <> new.payer'),
  command('payWithdrawal'),
  signer('a nonce is taken', 'outgoing'),
  signer('bytes are signed', 'outgoing_bytes'),
  signer('a payout is final', 'outgoing_final'),
  server('a payout is noted', 'withdrawal_payout', 'insert'),
  command('settleWithdrawal'),
];

export const MOMENTS = ['within', 'after'] as const;
export type Moment = (typeof MOMENTS)[number];

/** Whoever dies when somebody comes to a step: who comes, or the other one meanwhile. */
export interface Kill {
  readonly step: Step;
  readonly moment: Moment;
  readonly victim: Part;
}

/** The kill in words. */
export const whereOf = ({ step, moment, victim }: Kill) =>
  `${step.name}, ${moment}${victim === step.part ? '' : `: the ${victim}`}`;

export function stepOf(name: string): Step {
  const step = STEPS.find((one) => one.name === name);
  if (step === undefined) throw new Error(`money has no step "${name}"`);
  return step;
}

const LOCK = 7_700;
const LOOK_MS = 3;

type Connection = Awaited<ReturnType<Database['connect']>>;

/** Stops whoever comes to a step within its transaction, or tells that it has committed. */
export class Traps {
  readonly #house: House;
  #client: Connection;
  #isLost = false;
  #passed: number[] = [];

  private constructor(house: House, client: Connection) {
    this.#house = house;
    this.#client = client;
    this.#hear(client);
  }

  /** Its database ends with the house, and with a server that could not start. */
  #hear(client: Connection): void {
    client.on('error', () => {
      this.#isLost = true;
    });
    client.on('notification', ({ payload }) => this.#passed.push(Number(payload)));
  }

  static async set(house: House): Promise<Traps> {
    const client = await house.db.connect();
    await client.query(`create or replace function campaign_step() returns trigger
      language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${LOCK}, tg_argv[0]::int);
        perform pg_notify('campaign', tg_argv[0]);
        return null;
      end $$`);
    for (const [at, { table, on, when }] of STEPS.entries()) {
      await client.query(`create or replace trigger campaign_${at} after ${on} on ${table}
        for each row ${when === undefined ? '' : `when (${when})`}
        execute function campaign_step('${at}')`);
    }
    await client.query('listen campaign');
    return new Traps(house, client);
  }

  /** Kills the victim at the next coming to the step; false when nobody came in time. */
  async kill({ step, moment, victim }: Kill, patienceMs: number): Promise<boolean> {
    if (this.#isLost) await this.#again();
    const at = STEPS.indexOf(step);
    const deadline = Date.now() + patienceMs;
    this.#passed = [];
    if (moment === 'within')
      await this.#client.query('select pg_advisory_lock($1, $2)', [LOCK, at]);
    try {
      while (Date.now() < deadline) {
        const isThere = moment === 'within' ? await this.#isHeld(at) : this.#passed.includes(at);
        if (isThere && this.#house.pidsOf(victim).length > 0) {
          await this.#house.kill(victim);
          return true;
        }
        await pause(LOOK_MS);
      }
      return false;
    } finally {
      const held = 'select pg_advisory_unlock($1, $2)';
      if (moment === 'within') await this.#client.query(held, [LOCK, at]);
    }
  }

  /** The triggers are still there; only the connection that listens to them was lost. */
  async #again(): Promise<void> {
    this.#client = await this.#house.db.connect();
    this.#isLost = false;
    this.#hear(this.#client);
    await this.#client.query('listen campaign');
  }

  async stop(): Promise<void> {
    await this.#client.end();
  }

  async #isHeld(at: number): Promise<boolean> {
    const { rowCount } = await this.#client.query(
      `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2
       and not granted`,
      [LOCK, at],
    );
    return (rowCount ?? 0) > 0;
  }
}
