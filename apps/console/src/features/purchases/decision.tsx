import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import type { Reason } from '@assay/modules/purchases/schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { byLine, SaidText, useSaid } from '../../ui/case-parts.tsx';
import type { LineView, PurchaseCase } from './use-purchases.ts';

interface DecisionProps {
  one: PurchaseCase;
  done(): Promise<void>;
}

const REASONS: readonly Reason[] = [
  ...(['notPaid', 'otherAmount', 'otherPayer', 'sourceUnclear', 'requiredByLaw'] as const),
  'paidLate',
];
/** In these a line is never the payment of the order, whoever decides. */
const NEVER: ReadonlySet<string> = new Set(['account', 'currency', 'amount', 'late']);

type Asked = { readonly what: 'line'; readonly line: LineView } | { readonly what: 'letGo' };

/** What this member of staff can do about it: alone, or as the first of two. */
export function Decision({ one, done }: DecisionProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Asked | null>(null);
  const { purchase, claimedByMe } = one;
  const { purchaseId } = purchase;
  const { said, run } = useSaid(done);
  const isOpen = purchase.canProve;
  if (!may('wallet.prepare') || (!isOpen && said.text === '')) return null;
  return (
    <Panel title={t(($) => $.withdrawals.decision)}>
      <PanelBody>
        <Stack>
          <SaidText said={said} />
          {isOpen ? (
            <Buttons>
              {claimedByMe ? (
                <>
                  <Button
                    variant="default"
                    onClick={() => void run(() => call('unclaimPurchase', { purchaseId }))}
                  >
                    {t(($) => $.withdrawals.release)}
                  </Button>
                  <Button variant="default" onClick={() => ask({ what: 'letGo' })}>
                    {t(($) => $.purchases.letGo)}
                  </Button>
                </>
              ) : (
                <Button onClick={() => void run(() => call('claimPurchase', { purchaseId }))}>
                  {t(($) => $.withdrawals.claim)}
                </Button>
              )}
            </Buttons>
          ) : null}
          {isOpen && claimedByMe ? (
            <Lines lines={one.lines} take={(line) => ask({ what: 'line', line })} />
          ) : null}
        </Stack>
      </PanelBody>
      {asked === null ? null : <Ask {...{ asked, one, run }} close={() => ask(null)} />}
    </Panel>
  );
}

/** Lines of statements that nobody has assigned, those with the order's number first. */
function Lines({ lines, take }: { lines: readonly LineView[]; take(line: LineView): void }) {
  const { t } = useTranslation();
  if (lines.length === 0) return <p>{t(($) => $.purchases.noLines)}</p>;
  return (
    <ListTable
      caption={t(($) => $.purchases.lines)}
      columns={[
        { head: t(($) => $.purchases.booked) },
        { head: t(($) => $.purchases.payer) },
        { head: t(($) => $.purchases.remittance) },
        { head: t(($) => $.purchases.amount), figure: true },
        { head: t(($) => $.purchases.differs) },
        { head: t(($) => $.purchases.actions), actions: true },
      ]}
    >
      {lines.map((line) => (
        <TableRow
          key={line.lineId}
          cells={[
            line.bookedOn,
            line.payer || '—',
            line.remittance || '—',
            <Amount key="amount" value={line.amount} asset={line.currency} named />,
            <Differences key="differs" line={line} />,
            line.differences.some((name) => NEVER.has(name)) ? (
              '—'
            ) : (
              <Button key="take" size="xs" onClick={() => take(line)}>
                {line.differences.length === 0
                  ? t(($) => $.purchases.releaseAlone)
                  : t(($) => $.purchases.assign)}
              </Button>
            ),
          ]}
        />
      ))}
    </ListTable>
  );
}

export function Differences({ line }: { line: LineView }) {
  const { t } = useTranslation();
  if (line.differences.length === 0) {
    return <Badge tone="good">{t(($) => $.purchases.fits)}</Badge>;
  }
  return line.differences.map((name) => t(($) => $.purchases.differences[name])).join(', ');
}

interface AskProps {
  asked: Asked;
  one: PurchaseCase;
  run(work: () => Promise<unknown>, text?: string): Promise<void>;
  close(): void;
}

/** The question before it is done alone, or sent to a second person. */
function Ask({ asked, one, run, close }: AskProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<Reason>('notPaid');
  const { purchase, digest } = one;
  const { purchaseId, reference, amount, asset } = purchase;
  const prepared = t(($) => $.withdrawals.prepared);
  const propose = (type: string, body: Record<string, unknown>) =>
    call('prepareProposal', {
      ...{ proposalId: crypto.randomUUID(), type, body },
      reason: `${reference}: ${amount} ${asset}`,
    });
  if (asked.what === 'letGo') {
    return (
      <Confirm
        danger
        title={t(($) => $.purchases.letGo)}
        action={t(($) => $.purchases.letGo)}
        close={close}
        run={() => run(() => propose('letPurchaseGo', { purchaseId, digest, reason }), prepared)}
      >
        <p>{t(($) => $.purchases.letGoText)}</p>
        <SelectField
          label={t(($) => $.withdrawals.reason)}
          options={REASONS.map((value) => ({
            value,
            text: t(($) => $.purchases.reasons[value]),
          }))}
          value={reason}
          onChange={setReason}
        />
      </Confirm>
    );
  }
  const { line } = asked;
  const { lineId } = line;
  const isAlone = line.differences.length === 0;
  const title = isAlone ? t(($) => $.purchases.releaseAlone) : t(($) => $.purchases.assign);
  const alone = () => call('releasePurchaseAlone', { purchaseId, lineId });
  const byTwo = () => propose('assignLine', { purchaseId, digest, lineId, ground: 'twoPeople' });
  const done = t(($) => $.purchases.released);
  const act = isAlone
    ? () => run(() => byLine(alone, byTwo, { done, prepared }))
    : () => run(byTwo, prepared);
  return (
    <Confirm title={title} action={title} close={close} run={act}>
      <p>{isAlone ? t(($) => $.purchases.releaseAloneText) : t(($) => $.purchases.assignText)}</p>
    </Confirm>
  );
}
