import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import type { Identity } from '@assay/modules/identity';
import type { Inbox } from '@assay/modules/inbox';
import {
  createLoans,
  type LoanNotice,
  type Loans,
  type LoansOptions,
  type LoansRealm,
} from '@assay/modules/loans';
import { LENT, securedNumber } from '@assay/modules/loans/rules';
import type { CollateralChanged, LoanChanged } from '@assay/modules/loans/schema';
import type { Operators } from '@assay/modules/operators';
import type { Parameters } from '@assay/modules/parameters';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Documents } from './documents.ts';
import type { RealmEngine } from './realm.ts';
import { rulesHistory } from './withdrawal-rules.ts';
import { levelOf, masked } from './withdrawals.ts';

/** What loans need of the server. */
export interface LoanOptions {
  readonly log: Log;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly engine: RealmEngine;
}

interface Around extends Documents {
  readonly identity: Identity;
  readonly parameters: Pick<Parameters, 'historyOf'>;
  readonly evidence: LoansOptions['evidence'];
  /** Staff come after loans, on which two of them decide. */
  readonly operators: () => Pick<Operators, 'record'>;
}

/** Loans around the engine: their calls, what goes on by itself, and what staff do. */
export function startLoans(
  { log, db, jobs, messages, engine }: LoanOptions,
  { identity, verification, files, decoder, marker, parameters, operators, evidence }: Around,
): Loans & { connect(inbox: Pick<Inbox, 'deliver'>): void } {
  let notify = (_notice: LoanNotice) => {};
  const loans = createLoans(db, loansRealm(engine), {
    ...{ messages, files, decoder, marker, evidence },
    verified: async (userId) => levelOf(await verification.levelsOf(userId)),
    isOffered: async (userId) => (await verification.policyOf(userId)).offers('loans'),
    stepUp: (action, input, context) => identity.stepUp(action, input, context),
    rulesVersion: (now) => rulesHistory(parameters, now).at(-1)!.version,
    customer: async (userId) => masked(await identity.customer(userId)),
    record: (context, entry) => operators().record(context, entry),
    notify: (notice) => notify(notice),
  });
  jobs.add(loans.job);
  identity.addPersonalRecords('loans', loans.personalRecords);
  const connect = (inbox: Pick<Inbox, 'deliver'>) => {
    notify = (notice) => {
      // The loan stands in its list; a message that is lost changes nothing of it.
      const sent = inbox.deliver({ kind: 'money', ...notice });
      sent.catch((err: unknown) => log.error({ err }, 'a message was lost'));
    };
    engine.onCommit(({ facts, at }) => {
      for (const fact of facts) {
        if (fact.type === 'collateralLoanChanged') {
          tellSecured(fact as CollateralChanged, at, notify);
          continue;
        }
        if (fact.type !== 'loanChanged') continue;
        const { userId, loan, hasMoved } = fact as LoanChanged;
        if (!hasMoved) continue;
        const details = { amount: loan.amount, asset: LENT };
        notify({ userId, key: `loan.${loan.state}`, details, link: '/currencyRecord', at });
      }
    });
  };
  return { ...loans, connect };
}

/** What the person did themselves they have seen; of what ticks did they get a message. */
function tellSecured(
  { userId, loan, what, collateral, paid, lost }: CollateralChanged,
  at: number,
  notify: (notice: LoanNotice) => void,
): void {
  if (what === 'added' || what === 'released') return;
  const isOver = what === 'repaid' && loan.state === 'repaid';
  if (what === 'repaid' && !isOver) return;
  const details = {
    ...{ number: securedNumber(loan.id), amount: loan.amount, asset: LENT, owed: loan.owed },
    ...{ coin: loan.asset, collateral, paid, lost, left: loan.collateral },
  };
  notify({
    ...{ userId, key: `collateral.${what}`, details, at },
    link: `/repayment?loan=${loan.id}`,
  });
}

/** The engine as loans see it. */
export function loansRealm(engine: RealmEngine): LoansRealm {
  const assetOf = () => engine.machines.markets.assetId(LENT);
  return {
    submit: (command) => engine.submit(command),
    decided: () => engine.decided(),
    machine: () => engine.machines.loans,
    secured: () => engine.machines.collateral,
    symbol: (asset) => engine.machines.markets.assetSymbol(asset),
    assetId: (symbol) => engine.machines.markets.assetId(symbol),
    room: () => {
      const asset = assetOf();
      return asset === undefined ? 0n : engine.machines.ledger.ledger.roomFor(asset);
    },
    available: () => {
      const asset = assetOf();
      if (asset === undefined) return 0n;
      const { ledger } = engine.machines.ledger;
      const slot = ledger.find(accountId(OWNER.lending, WALLET.currency, asset));
      return slot < 0 ? 0n : ledger.available(slot);
    },
  };
}
