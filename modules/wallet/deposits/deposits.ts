import { createHash, randomBytes } from 'node:crypto';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { AddressTree } from '@assay/platform/chain/addresses';
import { readAddress } from '@assay/platform/chain/addresses';
import { unitsOf } from '@assay/platform/chain/amounts';
import type { ChainNode } from '@assay/platform/chain/node';
import type { ChainRows, StoredTransfer } from '@assay/platform/chain/rows';
import type { Step } from '@assay/platform/chain/scanner';
import type { BlockName } from '@assay/platform/chain/transfers';
import type { Clock } from '@assay/platform/clock';
import type { Reply } from '@assay/platform/engine/command';
import type { Log } from '@assay/platform/log';
import type { Queryable } from '../proofs/store.ts';
import type { CreditDeposit } from '../schema/commands.ts';
import { depositCommandId, depositDigest } from './rules.ts';
import type { DepositChain, DepositToken } from './store/chains.ts';
import type { Decide, Deposit, DepositStore, NewDeposit } from './store/deposits.ts';
import type { UnknownStore } from './store/unknown.ts';
import { UnknownTokens } from './unknown.ts';

const AT_ONCE = 100;

/** What credits deposits. */
export interface DepositBank {
  has(asset: string): boolean;
  /** Whether the engine knows the asset and has room for so much of it. */
  canTake(asset: string, units: bigint): boolean;
  credit(id: string, body: CreditDeposit): Promise<Reply<'creditDeposit'>>;
  /** The version of the rules of withdrawals in force. */
  rules(): number;
}

export interface DepositsOptions {
  readonly store: DepositStore;
  readonly others: UnknownStore;
  readonly rows: ChainRows;
  readonly clock: Clock;
  readonly log: Log;
  readonly bank: DepositBank;
  /** Whether somebody has an account, into which value may come. */
  readonly hasAccount: (userId: number) => Promise<boolean>;
  /** Tells the person what became of a deposit; throws to be asked again. */
  readonly tell: (deposit: Deposit) => Promise<void>;
  /** Which of these transactions are custody's own, and give an address coin for its gas. */
  readonly forGas: (chainId: number, transactions: readonly string[]) => Promise<Set<string>>;
  /** Compares what custody has on a chain at a block with what it should have. */
  readonly reconcile: (chain: DepositChain, node: ChainNode, block: BlockName) => Promise<void>;
  /** Whether two people have credited a transaction by a proof (decision 0060) or for a loan. */
  readonly isProved: (db: Queryable, transaction: string) => Promise<boolean>;
  /** Somebody's deposits have changed, or gained confirmations. */
  readonly changed: (userId: number) => void;
}

/** A tree of addresses, with a short name of it that gives nothing away. */
export interface NamedTree {
  readonly tree: AddressTree;
  readonly name: string;
}

export const nameOfTree = (extendedKey: string): string =>
  createHash('sha256').update(extendedKey.trim()).digest('hex').slice(0, 16);

/** What chains bring, from the first sight of it to the credit in the ledger. */
export class Deposits {
  readonly #options: DepositsOptions;
  readonly #unknown: UnknownTokens;

  constructor(options: DepositsOptions) {
    this.#options = options;
    this.#unknown = new UnknownTokens(options);
  }

  /** The person's address, in the form that people see; the same whenever it is asked for. */
  async address(userId: number, chainId: number, { tree, name }: NamedTree): Promise<string> {
    const { store, clock } = this.#options;
    const known = await store.addressOf(userId, chainId, name);
    if (known !== null) return readAddress(known);
    const address = tree.at(await store.positionOf(userId));
    await store.addAddress({
      ...{ chainId, address: address.toLowerCase(), userId, tree: name, at: clock.now() },
    });
    return address;
  }

  /** What to do with what the scanner of a chain finds. */
  follow(chain: DepositChain) {
    const { store, rows, clock, changed, reconcile } = this.#options;
    const { chainId, tokens, withdrawalConfirmations } = chain;
    return {
      ours: async (addresses: readonly string[]) =>
        (await store.ours(chainId, addresses)) as Set<`0x${string}`>,
      deliver: (transfers: readonly StoredTransfer[]) => this.deliver(chain, transfers),
      searchOthers: (node: ChainNode, final: number) => this.#unknown.look(chain, node, final),
      reconcile: (node: ChainNode, block: BlockName) => reconcile(chain, node, block),
      stepped: async ({ did, scan }: Step) => {
        await this.credit(chainId);
        if (did === 'nothing') return;
        const found = await rows.transfers(chainId, scan.final + 1, scan.number);
        const seen = await this.#broughtIn(chainId, found);
        const deposits = seen.map((transfer) => newDeposit(transfer, tokens));
        const whose = await store.see(chainId, deposits, clock.now());
        const from = scan.number - withdrawalConfirmations;
        for (const userId of new Set([...whose, ...(await store.inProgress(chainId, from))])) {
          changed(userId);
        }
      },
    };
  }

  /** Takes over what is final. Comes again after a crash, and does nothing then. */
  async deliver(chain: DepositChain, transfers: readonly StoredTransfer[]): Promise<void> {
    const { store, clock } = this.#options;
    for (const transfer of await this.#broughtIn(chain.chainId, transfers)) {
      const given = newDeposit(transfer, chain.tokens);
      const decide = await this.#decider(chain, transfer);
      await store.take(chain.chainId, given, decide, clock.now(), newSalt);
    }
    await this.credit(chain.chainId);
  }

  /** Without the coin that custody gives to addresses for their gas: that is nobody's deposit. */
  async #broughtIn(chainId: number, transfers: readonly StoredTransfer[]) {
    const coin = transfers.filter(({ token }) => token === null);
    if (coin.length === 0) return transfers;
    const transactions = coin.map(({ transaction }) => transaction);
    const own = await this.#options.forGas(chainId, transactions);
    return transfers.filter(({ token, transaction }) => token !== null || !own.has(transaction));
  }

  /** Credits what is decided: each once, because the id of its command is permanent. */
  async credit(chainId: number): Promise<void> {
    const { store, bank, clock, log, changed } = this.#options;
    for (const deposit of await store.crediting(chainId, AT_ONCE)) {
      const { depositId, userId } = deposit;
      const { asset, units } = knownOf(deposit);
      // The engine keeps a refusal under the id for good: it is asked when it will not refuse.
      if (!bank.canTake(asset, units)) {
        log.error({ depositId, asset }, 'a deposit waits: the ledger cannot take it');
        continue;
      }
      const reply = await bank.credit(depositCommandId(deposit), commandOf(deposit));
      if (reply.ok) await store.credited(depositId, reply.seq, clock.now());
      else {
        log.error({ depositId, refusal: reply.refusal }, 'a deposit was refused by the engine');
        await store.recover(depositId, 'refused', clock.now());
      }
      changed(userId);
    }
    await this.#notifyDue();
  }

  /** A message that is lost changes nothing of the deposit: it is sent again by the next run. */
  async #notifyDue(): Promise<void> {
    const { store, tell, clock, log, changed } = this.#options;
    for (const deposit of await store.toNotify(AT_ONCE)) {
      try {
        await tell(deposit);
      } catch (err) {
        log.warn({ err, depositId: deposit.depositId }, 'a message about a deposit waits');
        return;
      }
      await store.notified(deposit.depositId, clock.now());
      changed(deposit.userId);
    }
  }

  async #decider({ chainId, tokens }: DepositChain, transfer: StoredTransfer): Promise<Decide> {
    const { store, bank, hasAccount } = this.#options;
    const token = tokenOf(transfer, tokens);
    const userId = await store.ownerOf(chainId, transfer.recipient);
    const isOpen = userId !== null && (await hasAccount(userId));
    const { isProved } = this.#options;
    return async ({ units }, collected, client) => {
      if (!token || units === null) return { state: 'recovery', reason: 'unknownToken' };
      if (!isOpen) return { state: 'recovery', reason: 'noAccount' };
      if (await isProved(client, transfer.transaction)) {
        return { state: 'recovery', reason: 'creditedByProof' };
      }
      if (units + collected < token.minimum || units === 0n) return { state: 'collected' };
      return { state: 'crediting', rules: bank.rules() };
    };
  }
}

const newSalt = () => randomBytes(16).toString('hex');

const tokenOf = ({ token }: Pick<StoredTransfer, 'token'>, tokens: readonly DepositToken[]) =>
  tokens.find(({ contract }) => contract === token);

/** Whatever is smaller than a unit stays in custody and is in nobody's balance. */
function newDeposit(transfer: StoredTransfer, tokens: readonly DepositToken[]): NewDeposit {
  const token = tokenOf(transfer, tokens);
  if (!token) return { transfer, worth: null };
  const { units } = unitsOf(transfer.amount, token.decimals);
  return { transfer, worth: { asset: token.asset, units } };
}

function commandOf(deposit: Deposit): CreditDeposit {
  const { userId, salt, rules } = deposit;
  if (salt === null || rules === null) throw new Error(`${deposit.depositId} is not decided`);
  const { asset, units } = knownOf(deposit);
  const digest = depositDigest({ ...deposit, salt });
  return { userId, asset, amount: formatDecimal(units, SCALE), digest, rules };
}

function knownOf({ depositId, asset, units }: Deposit) {
  if (asset === null || units === null) throw new Error(`deposit ${depositId} has no asset`);
  return { asset, units };
}
