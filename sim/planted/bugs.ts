/** A fault that a programmer might make: text of a source file, and what replaces it. */
export interface Bug {
  readonly name: string;
  /** It is in what is sold against the house, and looked for in schedules that have it. */
  readonly isOfHouse?: true;
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

const ENGINE = 'platform/engine/engine.ts';
const LOADING = 'platform/engine/loading.ts';
const STORE = 'platform/engine/store.ts';
const MEMORY = 'platform/engine/command-memory.ts';
const EXECUTE = 'core/order/life/execute.ts';
const ORDERS = 'modules/orders/machine/orders-machine.ts';
const LOAD = 'modules/orders/store/load.ts';
const LEDGER = 'core/ledger/ledger.ts';

const engine = (name: string, from: string, to: string) => bug(name, ENGINE, from, to);

function bug(name: string, file: string, from: string, to: string): Bug {
  return { name, edits: [{ file, from, to }] };
}

/** Answers, commits and takeovers. */
const durability: readonly Bug[] = [
  bug(
    'reply before commit',
    'platform/engine/commits.ts',
    '      await written;\n',
    '      await null;\n',
  ),
  bug(
    'commit error ignored',
    STORE,
    "        throw new Deposed('the realm has another writer');\n      }\n      throw error;",
    "        throw new Deposed('the realm has another writer');\n      }\n      return;",
  ),
  {
    name: 'stale writer accepted',
    edits: [
      { file: STORE, from: '  WHERE epoch = $1 AND last_seq = $2 RETURNING', to: '  RETURNING' },
      { file: STORE, from: ' FROM fence\n)`;', to: ' FROM fence ON CONFLICT DO NOTHING\n)`;' },
    ],
  },
  engine(
    'decided commands called not taken',
    'drop(new OutcomeUnknown(reason))',
    'drop(new EngineUnavailable(reason))',
  ),
  engine(
    'memory kept after a failed commit',
    '        await this.#load();\n        if',
    '        if',
  ),
  engine('stop does not finish', 'if (wasReady) await', 'if (!wasReady) await'),
  {
    name: 'two recoveries at once',
    edits: [
      { file: ENGINE, from: " || this.#state === 'recovering') return;", to: ') return;' },
      { file: ENGINE, from: '    if (loaded !== this.#loaded) return;\n', to: '' },
    ],
  },
  bug(
    'connection of a failed load kept',
    LOADING,
    '      await disconnect(client);\n      if (',
    '      if (',
  ),
  bug('chain starts again after a load', LOADING, '  sequencer.head = row.head;\n', ''),
  bug(
    'time goes back with the clock',
    'platform/engine/sequencer.ts',
    'if (now > this.at) this.at',
    'this.at',
  ),
];

/** Permanent ids. */
const identity: readonly Bug[] = [
  engine('no idempotency', 'if (!hasId(command)) return', 'if (command.type) return'),
  {
    name: 'same id while the first is under way',
    edits: ['const recent', 'const meanwhile'].map((name) => ({
      file: ENGINE,
      from: `${name} = this.#memory.recent(command.actor, command.id);`,
      to: `${name} = this.#memory.recent(0, command.id);`,
    })),
  },
  bug(
    'ids lost on restart',
    MEMORY,
    'memory.index.add(ids.readDoubleLE(at), firstSeq + ids.readUInt32LE(at + 8));',
    'void firstSeq;',
  ),
  bug(
    'another body gets the stored answer',
    'platform/engine/command.ts',
    'first.bodyText === bodyText && first.command.type',
    'first.command.type',
  ),
  bug(
    'receipt of the wrong command',
    MEMORY,
    'logged.before.reduce(chainHash, logged.headBefore)',
    'logged.headBefore',
  ),
];

/** What a load must bring back. */
const loading: readonly Bug[] = [
  bug('stop order lost on load', ORDERS, '      market.stops.add(ref);\n', ''),
  bug('priority lost on load', LOAD, "    'priority',\n", "    'id',\n"),
  bug(
    'part of a fee lost on load',
    LOAD,
    'order.stored = true;',
    'order.stored = true;\norder.feeFraction = 0;',
  ),
  bug(
    'asset of a fee lost on load',
    LOAD,
    'order.stored = true;',
    'order.stored = true;\norder.feeInBase = false;',
  ),
  bug(
    'new name not stored',
    'modules/orders/store/rows.ts',
    '(orders.has(order, Mark.rewritten) ? rewritten! : changed!)',
    'changed!',
  ),
  bug('pair forgotten on load', ORDERS, '    if (other !== 0) this.state.pair(other, ref);\n', ''),
  bug(
    'what trailing stops follow lost on load',
    ORDERS,
    '    for (const row of extremes.rows()) trailOf(row).restore(row);\n',
    '    for (const row of extremes.rows()) trailOf(row).restore({ ...row });\n',
  ),
  bug(
    'trailing stops wait for a fixed price after a load',
    LOAD,
    ' ||\n        order.trailing > 0;',
    ';',
  ),
  bug('last price lost on load', LOAD, '    market.lastTicks = Number(row.ticks);\n', ''),
  bug(
    'fee rate lost on load',
    'modules/spot/machine/spot-machine.ts',
    '    for (const { userId } of this.feeTiers()) this.#state.renewRates(userId);\n',
    '    for (const tier of this.feeTiers()) Object.assign(tier, { takerPpm: tier.makerPpm });\n',
  ),
  bug(
    'client order ids lost on load',
    ORDERS,
    'this.state.enter(ref, order.clientOrderId);',
    "this.state.enter(ref, '');",
  ),
];

/** Money in and out. */
const wallet: readonly Bug[] = [
  bug(
    'what a refused withdrawal held stays held',
    'modules/wallet/machine/wallet-machine.ts',
    '    this.#ledger.release(this.#account(row.userId, row.asset), row.amount);\n',
    "    if (state !== 'refused')\n      this.#ledger.release(this.#account(row.userId, row.asset), row.amount);\n",
  ),
  bug(
    'the fee of a withdrawal goes back to the person',
    'modules/wallet/machine/wallet-machine.ts',
    'this.#ledger.postHeld(slot, fees, fee, PURPOSE.withdrawalFee);',
    'if (fees > 0) this.#ledger.release(slot, fee);',
  ),
  bug(
    'withdrawals of a person forgotten on load',
    'modules/wallet/machine/wallet-machine.ts',
    '    this.withdrawals.loaded();\n',
    '',
  ),
];

/** What is sold against the house, and bank money. */
const ofHouse: readonly Bug[] = [
  bug(
    'of the nights of a downtime only the last is charged',
    'modules/cfd/machine/ticks.ts',
    'rolloversIn(quote.rolledAt, tick.at, row.nights, holidays)',
    'rolloversIn(quote.rolledAt, tick.at, row.nights, holidays).slice(-1)',
  ),
  bug(
    'the tick at the beginning of a window counts',
    'modules/options/machine/ticks.ts',
    '({ at }) => at > after && at <= to',
    '({ at }) => at >= after && at <= to',
  ),
  bug(
    'ticks that options need are lost on load',
    'modules/options/machine/ticks.ts',
    '    for (const tick of this.#table.rows()) this.#of(tick.index).push(tick);\n',
    '    for (const tick of this.#table.rows()) this.#of(tick.index);\n',
  ),
  bug(
    'the fee of a void option is kept',
    'modules/options/machine/escrow.ts',
    "paid: stake + fee, purpose: 'optionRefund', fee: 0,",
    "paid: stake, purpose: 'optionRefund', fee,",
  ),
  bug(
    'what was ordered and not paid stays held',
    'modules/purchases/machine.ts',
    '    this.#ledger.release(this.#account(OWNER.purchases, row.asset), row.amount);\n',
    '',
  ),
].map((one) => ({ ...one, isOfHouse: true as const }));

/** Money and orders. */
const money: readonly Bug[] = [
  bug(
    'hold not released',
    EXECUTE,
    '  holdExactly(state, market, order, 0);\n',
    '  if (state.orders.numbers[order + Num.filled] === 0) holdExactly(state, market, order, 0);\n',
  ),
  bug(
    'a part trade leaves the other order',
    EXECUTE,
    '    else if (ints[maker + Int.other] !== 0) endOther(state, market, maker, STATUS.expired);\n',
    '',
  ),
  bug(
    'fee rounded up at every fill',
    'core/num/integer.ts',
    '(after > 0 ? 1 : 0) - (fraction > 0 ? 1 : 0)',
    '(after > 0 ? 1 : 0)',
  ),
  bug(
    'fee of the maker at the rate of the taker',
    'modules/spot/machine/settle.ts',
    'ints[maker + Int.makerPpm]',
    'ints[maker + Int.takerPpm]',
  ),
  bug(
    'posting without a line in the journal',
    LEDGER,
    '    this.postings.add(this.#seq,',
    '    if (purpose !== 13) this.postings.add(this.#seq,',
  ),
  bug(
    'released balance not written',
    LEDGER,
    '    }\n    this.#touch(slot);\n',
    '    }\n    if (to === Side.held) this.#touch(slot);\n',
  ),
  bug(
    'order row written once',
    'core/order/life/records.ts',
    ' | Mark.stored) & ~done',
    ' | Mark.stored)',
  ),
  bug(
    'reset leaves orders open',
    'modules/ledger/machine.ts',
    '    for (const owner of this.#holdOwners) owner.endAll(userId, turn);\n',
    '',
  ),
  bug(
    'another user may cancel',
    'core/order/life/change.ts',
    'return orders.ints[order + Int.trader] === traders.find(actor) ? order : 0;',
    'return order;',
  ),
  bug(
    'self-trade where it is prevented',
    'core/book/book.ts',
    'mode !== SELF_TRADE.none && numbers[at + Field.owner] === owner',
    'mode > SELF_TRADE.expireTaker && numbers[at + Field.owner] === owner',
  ),
  bug(
    'level of a filled maker not published',
    EXECUTE,
    '    market.touch(side, price);',
    '    if (!gone) market.touch(side, price);',
  ),
  bug(
    'trailing stops follow the last trade of a command only',
    EXECUTE,
    '  if (market.stops.trails) market.stops.follow(ticks);\n',
    '',
  ),
];

export const BUGS: readonly Bug[] = [
  ...durability,
  ...identity,
  ...loading,
  ...money,
  ...wallet,
  ...ofHouse,
];

/**
 * The first of all seeds that found each, where that is not 1: looked at before the others, because
 * a schedule is the same for a seed until the simulator or the product changes.
 */
export const FOUND_BY: Readonly<Record<string, number>> = {
  'another user may cancel': 6,
  'new name not stored': 2,
  'commit error ignored': 3,
  'stale writer accepted': 4,
  'memory kept after a failed commit': 2,
  'stop does not finish': 92,
  'two recoveries at once': 2,
  'connection of a failed load kept': 4,
  'time goes back with the clock': 37,
  'another body gets the stored answer': 15,
  'priority lost on load': 14,
  'part of a fee lost on load': 9,
  'what trailing stops follow lost on load': 49,
  'trailing stops wait for a fixed price after a load': 2,
  'fee rate lost on load': 7,
  'a part trade leaves the other order': 31,
  'reset leaves orders open': 2,
  'self-trade where it is prevented': 7,
  'trailing stops follow the last trade of a command only': 73,
  'what a refused withdrawal held stays held': 18,
  'the fee of a withdrawal goes back to the person': 10,
  'of the nights of a downtime only the last is charged': 29,
  'the tick at the beginning of a window counts': 17,
  'ticks that options need are lost on load': 17,
  'the fee of a void option is kept': 53,
  'what was ordered and not paid stays held': 5,
};
