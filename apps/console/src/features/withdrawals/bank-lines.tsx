import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { byLine, SaidText, useSaid } from '../../ui/case-parts.tsx';
import type { WithdrawalCase } from './use-withdrawals.ts';

const POLL_MS = 5_000;
type Lines = CallOutputOf<'getBankDebits'>;
type Bank = NonNullable<WithdrawalCase['withdrawal']['bank']>;
/** In these a debit is never what paid it, whoever decides. */
const NEVER: ReadonlySet<string> = new Set(['currency', 'amount']);

interface BankProps {
  one: WithdrawalCase;
  bank: Bank;
  done(): Promise<void>;
}

/** Where a bank carries it, and the lines of statements by which it was paid or came back. */
export function BankPayment({ one, bank, done }: BankProps) {
  const { t } = useTranslation();
  const { state } = one.withdrawal;
  return (
    <Panel title={t(($) => $.withdrawals.bank.title)}>
      <PanelBody>
        <Order bank={bank} asset={one.withdrawal.asset} />
        {state === 'paying' || (state === 'paid' && bank.back === null) ? (
          <Statement one={one} done={done} />
        ) : null}
      </PanelBody>
    </Panel>
  );
}

/** What whoever makes the payment writes into the bank's form. */
function Order({ bank, asset }: { bank: Bank; asset: string }) {
  const { t } = useTranslation();
  const { currency, proceeds, rate, rateAt, back } = bank;
  const names = [
    ...(['payeeName', 'account', 'bic', 'bankName', 'bankAddress', 'payeePhone'] as const),
    ...(['payeeAddress', 'reference'] as const),
  ];
  return (
    <KeyValues
      columns={2}
      items={[
        {
          label: t(($) => $.withdrawals.bank.proceeds),
          value: <Amount value={proceeds} asset={currency} named />,
        },
        ...names.map((name) => ({
          label: t(($) => $.withdrawals.bank.fields[name]),
          value: <Ltr>{bank[name]}</Ltr>,
        })),
        {
          label: t(($) => $.withdrawals.bank.rate),
          value: (
            <>
              <Ltr>
                1 {currency} = {rate} {asset}
              </Ltr>{' '}
              (<Instant at={rateAt} />)
            </>
          ),
        },
        ...(back === null
          ? []
          : [
              {
                label: t(($) => $.withdrawals.bank.cameBack),
                value: <Amount value={back.returned} asset={currency} named />,
              },
              {
                label: t(($) => $.withdrawals.bank.gotBack),
                value: <Amount value={back.amount} asset={asset} named />,
              },
            ]),
      ]}
    />
  );
}

/** Debits that may have paid it; once it is paid, credits that may be it again. */
function Statement({ one, done }: Omit<BankProps, 'bank'>) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const { digest, claimedByMe, withdrawal } = one;
  const { withdrawalId, state, amount, asset } = withdrawal;
  const { data } = useQuery({
    queryKey: ['withdrawals', 'lines', withdrawalId],
    queryFn: ({ signal }) => call('getBankDebits', { withdrawalId }, signal),
    refetchInterval: POLL_MS,
  });
  const { said, run } = useSaid(done);
  const propose = (type: string, body: Readonly<Record<string, unknown>>) => {
    const proposalId = crypto.randomUUID();
    const reason = `#${withdrawalId}: ${amount} ${asset}`;
    const wanted = { withdrawalId, digest, ...body };
    return call('prepareProposal', { proposalId, type, body: wanted, reason });
  };
  const prepared = t(($) => $.withdrawals.prepared);
  const paid = t(($) => $.withdrawals.bank.paid);
  const mayPrepare = may('wallet.prepare');
  return (
    <>
      <SaidText said={said} />
      {data === undefined ? null : state === 'paying' ? (
        <Debits
          debits={data.debits}
          mayDecide={mayPrepare && claimedByMe}
          take={({ lineId, differences }) => {
            const byTwo = () => propose('payByBank', { lineId, ground: 'twoPeople' });
            if (differences.length > 0) return run(byTwo, prepared);
            const alone = () => call('payBankWithdrawalAlone', { withdrawalId, lineId });
            return run(() => byLine(alone, byTwo, { done: paid, prepared }));
          }}
        />
      ) : (
        <Credits
          credits={data.credits}
          mayDecide={mayPrepare}
          take={({ lineId, amount: came, currency }) =>
            run(() => propose('returnByBank', { lineId, amount: `${came} ${currency}` }), prepared)
          }
        />
      )}
    </>
  );
}

interface DebitsProps {
  debits: Lines['debits'];
  mayDecide: boolean;
  take(line: Lines['debits'][number]): Promise<void>;
}

function Debits({ debits, mayDecide, take }: DebitsProps) {
  const { t } = useTranslation();
  const caption = t(($) => $.withdrawals.bank.debits);
  if (debits.length === 0) return <p>{t(($) => $.withdrawals.bank.noDebits)}</p>;
  return (
    <ListTable
      caption={caption}
      columns={[
        { head: t(($) => $.purchases.booked) },
        { head: t(($) => $.withdrawals.bank.payee) },
        { head: t(($) => $.purchases.remittance) },
        { head: t(($) => $.purchases.amount), figure: true },
        { head: t(($) => $.purchases.differs) },
        { head: t(($) => $.purchases.actions), actions: true },
      ]}
    >
      {debits.map((line) => (
        <TableRow
          key={line.lineId}
          cells={[
            line.bookedOn,
            line.payee || '—',
            line.remittance || '—',
            <Amount key="amount" value={line.amount} asset={line.currency} named />,
            line.differences.map((name) => (
              <Badge key={name} tone="warning">
                {t(($) => $.purchases.differences[name])}
              </Badge>
            )),
            !mayDecide || line.differences.some((name) => NEVER.has(name)) ? (
              '—'
            ) : (
              <Button key="take" size="xs" onClick={() => void take(line)}>
                {line.differences.length === 0
                  ? t(($) => $.withdrawals.bank.pay)
                  : t(($) => $.withdrawals.bank.payByTwo)}
              </Button>
            ),
          ]}
        />
      ))}
    </ListTable>
  );
}

interface CreditsProps {
  credits: Lines['credits'];
  mayDecide: boolean;
  take(line: Lines['credits'][number]): Promise<void>;
}

function Credits({ credits, mayDecide, take }: CreditsProps) {
  const { t } = useTranslation();
  if (credits.length === 0) return null;
  return (
    <ListTable
      caption={t(($) => $.withdrawals.bank.credits)}
      columns={[
        { head: t(($) => $.purchases.booked) },
        { head: t(($) => $.purchases.remittance) },
        { head: t(($) => $.purchases.amount), figure: true },
        { head: t(($) => $.purchases.actions), actions: true },
      ]}
    >
      {credits.map((line) => (
        <TableRow
          key={line.lineId}
          cells={[
            line.bookedOn,
            line.remittance || '—',
            <Amount key="amount" value={line.amount} asset={line.currency} named />,
            mayDecide ? (
              <Button key="take" size="xs" variant="default" onClick={() => void take(line)}>
                {t(($) => $.withdrawals.bank.giveBack)}
              </Button>
            ) : (
              '—'
            ),
          ]}
        />
      ))}
    </ListTable>
  );
}
