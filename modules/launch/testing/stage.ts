import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect } from 'vitest';
import { LaunchMachine, type LaunchParts } from '../machine/launch-machine.ts';

export type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

/** Far more than a sale of a few people takes. */
const MOST_COMMANDS = 1_000;

interface StageOptions extends Pick<LaunchParts, 'slice' | 'peersOf'> {
  /** The engine's time. */
  now(): number;
  /** Who has 1,000 USDT. */
  people?: readonly number[];
}

/** The machines of new coins with 1,500 NEW to be sold. */
export function openStage({ now, people = [], slice, peersOf }: StageOptions) {
  const markets = new MarketsMachine();
  const ledger = new LedgerMachine({ realm: 'demo', assets: markets });
  const launch = new LaunchMachine({ ledger, assets: markets, markets, peersOf, slice });
  const sequencer = new Sequencer({ markets, ledger, launch });
  /** Decides a command; a refused one must have changed nothing. */
  const send = (actor: number, type: string, body: object): Answer => {
    const before = sequencer.stateHash();
    const outcome = sequencer.decide(type, actor, body, now()) as Answer;
    if (outcome.refusal !== undefined) expect(sequencer.stateHash()).toBe(before);
    sequencer.audit();
    for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
    return outcome;
  };
  /** All that is due now, in as many commands as it takes. */
  const settle = (): number => {
    for (let commands = 0; commands < MOST_COMMANDS; commands += 1) {
      if (!launch.isDue(now())) return commands;
      expect(send(OWNER.custody, 'stepLaunches', {}).refusal).toBeUndefined();
    }
    throw new Error('it is always due');
  };
  const has = (owner: number, asset: 'USDT' | 'NEW', wallet: 0 | 1 = WALLET.currency): string => {
    const slot = ledger.ledger.find(accountId(owner, wallet, asset === 'USDT' ? 1 : 2));
    return formatDecimal(ledger.ledger.available(slot), SCALE);
  };
  for (const symbol of ['USDT', 'NEW']) send(OWNER.setup, 'listAsset', { symbol, name: symbol });
  send(OWNER.setup, 'fundHouse', { owner: OWNER.launch, asset: 'NEW', amount: '1500' });
  for (const userId of people) {
    const grants = [{ asset: 'USDT', amount: '1000' }];
    send(OWNER.setup, 'openVirtualAccount', { userId, grants });
  }
  return { launch, send, settle, has };
}

export type Stage = ReturnType<typeof openStage>;
