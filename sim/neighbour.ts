import { FIRST_USER } from '@assay/core/ledger/owners';
import { silentLog } from '@assay/platform/log';
import { createEngine, type RealmEngine, type RealmPart } from '../apps/server/realm.ts';
import { Rows } from './audit/rows.ts';
import type { Server } from './database/server.ts';
import { type ClientCommand, expectThat } from './history.ts';

/**
 * A deposit or a purchase is sent to the realm that it belongs to, nothing but its sender tells
 * which; and what somebody prefers needs no money.
 */
const OF_ONE_REALM = new Set([
  ...['creditDeposit', 'acceptPurchase', 'setCfdMode', 'limitOptions'],
]);

/**
 * The other realm on the same database. It receives the commands of the first one's customers and
 * must do none of them: no account of theirs, no order, no entry that crosses.
 */
export class Neighbour {
  readonly #server: Server;
  readonly #engine: RealmEngine;
  readonly #life = { dead: false, cutOffUntil: 0 };
  #granted = 0;

  constructor(server: Server, now: () => number, parts: readonly RealmPart[]) {
    this.#server = server;
    this.#engine = createEngine({
      realm: 'real',
      db: { connect: () => server.connect(this.#life) },
      clock: { now },
      log: silentLog,
      parts,
    });
    this.#engine.start().catch(() => undefined); // a start that fails leaves an empty realm
  }

  receive(command: ClientCommand): void {
    if (OF_ONE_REALM.has(command.type)) return;
    const answer = this.#engine.submitAny(command);
    answer.then(
      (reply) => {
        const isCustomers = command.actor >= FIRST_USER || command.type.includes('VirtualAccount');
        if (reply.ok && isCustomers && command.type !== 'cancelAllOrders') this.#granted += 1;
      },
      () => undefined, // what a real client would do about it is the first realm's business
    );
  }

  finish(): void {
    expectThat(this.#granted === 0, 'the other realm did what a customer of this one sent');
    const tables = this.#server.tables('real');
    new Rows(tables).checkNobody();
    const orders = tables.rows('open_order').filter((row) => Number(row.user_id) >= FIRST_USER);
    expectThat(orders.length === 0, 'the other realm has an order of a customer of this one');
    expectThat(tables.rows('trade').length === 0, 'the other realm has trades');
    this.#server.abandon(this.#life);
  }
}
