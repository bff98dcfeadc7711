import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOperator } from '../../lib/operator.ts';
import { Differences } from './decision.tsx';
import { ClosePayee, PayeeForm, ReturnForm } from './forms.tsx';
import { ImportForm } from './import-form.tsx';
import { type LineView, type Payee, useDebits, useLines, usePayees } from './use-purchases.ts';

/** Bank money: what came in, whom it is for, and the accounts to which people pay. */
export function Bank() {
  const { t } = useTranslation();
  const lines = useLines();
  const { may } = useOperator();
  return (
    <Page>
      <PageHead title={t(($) => $.purchases.bank)} lead={t(($) => $.purchases.bankLead)} />
      <Stack>
        {may('wallet.prepare') ? <ImportForm /> : null}
        <Loaded query={lines}>
          {({ open, decided }) => (
            <Stack>
              <Lines title={t(($) => $.purchases.openLines)} lines={open} />
              {decided.length === 0 ? null : (
                <Lines title={t(($) => $.purchases.decidedLines)} lines={decided} />
              )}
            </Stack>
          )}
        </Loaded>
        <Debits />
        <Payees />
      </Stack>
    </Page>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly LineView[] }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [back, setBack] = useState<LineView | null>(null);
  return (
    <Panel title={title}>
      {lines.length === 0 ? (
        <EmptyState compact title={t(($) => $.purchases.noLines)} />
      ) : (
        <ListTable
          caption={title}
          columns={[
            { head: t(($) => $.purchases.booked) },
            { head: t(($) => $.purchases.account) },
            { head: t(($) => $.purchases.payer) },
            { head: t(($) => $.purchases.remittance) },
            { head: t(($) => $.purchases.amount), figure: true },
            { head: t(($) => $.purchases.forOrder) },
            { head: t(($) => $.purchases.actions), actions: true },
          ]}
        >
          {lines.map((line) => (
            <TableRow
              key={line.lineId}
              cells={[
                line.bookedOn,
                <Ltr key="account">{line.account}</Ltr>,
                line.payer || '—',
                line.remittance || '—',
                <Amount key="amount" value={line.amount} asset={line.currency} named />,
                <Whose key="whose" line={line} />,
                line.outcome === '' && may('wallet.prepare') ? (
                  <Button key="back" size="xs" variant="default" onClick={() => setBack(line)}>
                    {t(($) => $.purchases.sendBack)}
                  </Button>
                ) : (
                  '—'
                ),
              ]}
            />
          ))}
        </ListTable>
      )}
      {back === null ? null : <ReturnForm line={back} close={() => setBack(null)} />}
    </Panel>
  );
}

/** What became of a line, or the order that its number names. */
function Whose({ line }: { line: LineView }) {
  const { t } = useTranslation();
  const { outcome, purchaseId, withdrawalId } = line;
  if (outcome === 'paid') return <Badge tone="good">{t(($) => $.purchases.linePaid)}</Badge>;
  if (outcome === 'back') return <Badge>{t(($) => $.purchases.lineBack)}</Badge>;
  if (outcome === 'sentBack') return <Badge>{t(($) => $.purchases.lineSentBack)}</Badge>;
  if (withdrawalId !== null) return <OfWithdrawal withdrawalId={withdrawalId} />;
  if (purchaseId === null) return t(($) => $.purchases.nobody);
  return (
    <>
      <Link to={`/purchases?purchase=${purchaseId}`}>#{purchaseId}</Link>{' '}
      <Differences line={line} />
    </>
  );
}

/** What went out, and the withdrawal that it paid or names. */
function Debits() {
  const { t } = useTranslation();
  const title = t(($) => $.purchases.debits);
  return (
    <Loaded query={useDebits()}>
      {({ debits }) =>
        debits.length === 0 ? null : (
          <Panel title={title}>
            <ListTable
              caption={title}
              columns={[
                { head: t(($) => $.purchases.booked) },
                { head: t(($) => $.purchases.account) },
                { head: t(($) => $.purchases.paidTo) },
                { head: t(($) => $.purchases.remittance) },
                { head: t(($) => $.purchases.amount), figure: true },
                { head: t(($) => $.purchases.forWithdrawal) },
              ]}
            >
              {debits.map((line) => (
                <TableRow
                  key={line.lineId}
                  cells={[
                    line.bookedOn,
                    <Ltr key="account">{line.account}</Ltr>,
                    line.payee || '—',
                    line.remittance || '—',
                    <Amount key="amount" value={line.amount} asset={line.currency} named />,
                    <OfWithdrawal key="of" {...line} />,
                  ]}
                />
              ))}
            </ListTable>
          </Panel>
        )
      }
    </Loaded>
  );
}

/** The withdrawal that a line paid, or that it names. */
function OfWithdrawal({ withdrawalId }: { withdrawalId: number | null }) {
  if (withdrawalId === null) return '—';
  return <Link to={`/withdrawals?withdrawal=${withdrawalId}`}>#{withdrawalId}</Link>;
}

function Payees() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const query = usePayees();
  const [adding, setAdding] = useState(false);
  const [closing, setClosing] = useState<Payee | null>(null);
  const mayPrepare = may('wallet.prepare');
  return (
    <Panel
      title={t(($) => $.purchases.payees)}
      tools={
        mayPrepare ? (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t(($) => $.purchases.addPayee)}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query}>
        {({ payees }) =>
          payees.length === 0 ? (
            <PanelBody>
              <EmptyState compact title={t(($) => $.purchases.noPayees)} />
            </PanelBody>
          ) : (
            <ListTable
              caption={t(($) => $.purchases.payees)}
              columns={[
                { head: t(($) => $.purchases.currency) },
                { head: t(($) => $.purchases.holder) },
                { head: t(($) => $.purchases.account) },
                { head: t(($) => $.purchases.bankName) },
                { head: t(($) => $.purchases.actions), actions: true },
              ]}
            >
              {payees.map((payee) => (
                <TableRow
                  key={payee.payeeId}
                  cells={[
                    payee.currency,
                    payee.holder,
                    <Ltr key="account">{payee.account}</Ltr>,
                    payee.bankName,
                    payee.isOpen ? (
                      <Button
                        key="close"
                        size="xs"
                        variant="default"
                        disabled={!mayPrepare}
                        onClick={() => setClosing(payee)}
                      >
                        {t(($) => $.purchases.closePayee)}
                      </Button>
                    ) : (
                      <Badge key="closed">{t(($) => $.chains.closed)}</Badge>
                    ),
                  ]}
                />
              ))}
            </ListTable>
          )
        }
      </Loaded>
      {adding ? <PayeeForm close={() => setAdding(false)} /> : null}
      {closing === null ? null : <ClosePayee payee={closing} close={() => setClosing(null)} />}
    </Panel>
  );
}
