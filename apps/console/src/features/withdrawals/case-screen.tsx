import { KeyValues, type TimelineEvent } from '@assay/kit/data/key-values.tsx';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CasePage } from '../../ui/case-page.tsx';
import { CustomerPanel, SeenPanel } from '../../ui/case-parts.tsx';
import { BankPayment } from './bank-lines.tsx';
import { Decision } from './decision.tsx';
import { STAGES } from './stages.ts';
import { useCase, useForget, type WithdrawalCase } from './use-withdrawals.ts';

interface CaseScreenProps {
  withdrawalId: number;
  leave(): void;
}

/** A withdrawal with the whole story of its money, and what is decided about it. */
export function CaseScreen({ withdrawalId, leave }: CaseScreenProps) {
  const { t } = useTranslation();
  const query = useCase(withdrawalId);
  const forget = useForget();
  return (
    <CasePage title={t(($) => $.withdrawals.one, { id: withdrawalId })} query={query} leave={leave}>
      {(one) => (
        <>
          <Decision one={one} done={forget} />
          {one.withdrawal.bank === null ? null : (
            <BankPayment one={one} bank={one.withdrawal.bank} done={forget} />
          )}
          <Request one={one} />
          <Story one={one} />
          <Customer one={one} />
          <Seen one={one} />
        </>
      )}
    </CasePage>
  );
}

/** What is asked for, and what is unusual about it. */
function Request({ one }: { one: WithdrawalCase }) {
  const { t } = useTranslation();
  const { withdrawal, ground, risk, recipient, provider, digest, payer, kind, byHand } = one;
  const { asset, amount, fee, arrives, address, chain, memo, stage, transaction } = withdrawal;
  const money = (value: string) => <Amount value={value} asset={asset} named />;
  const optional = (label: string, value: string) => (value === '' ? [] : [{ label, value }]);
  const score = risk.inputs
    .map(({ code, points }) => `${t(($) => $.withdrawals.risks[code])} +${points}`)
    .join(', ');
  return (
    <Panel title={t(($) => $.withdrawals.request)}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            {
              label: t(($) => $.withdrawals.stage),
              value: <StatusBadge map={STAGES} state={stage} />,
            },
            {
              label: t(($) => $.withdrawals.takes),
              value: t(($) => $.withdrawals.grounds[ground]),
            },
            { label: t(($) => $.withdrawals.amount), value: money(amount) },
            { label: t(($) => $.withdrawals.fee), value: money(fee) },
            { label: t(($) => $.withdrawals.arrives), value: money(arrives) },
            { label: t(($) => $.withdrawals.kind), value: t(($) => $.withdrawals.kinds[kind]) },
            { label: t(($) => $.withdrawals.network), value: chain },
            ...optional(
              t(($) => $.withdrawals.memo),
              memo,
            ),
            ...optional(
              t(($) => $.withdrawals.recipient),
              recipient,
            ),
            ...optional(
              t(($) => $.withdrawals.provider),
              provider,
            ),
            {
              label: t(($) => $.withdrawals.address),
              value: <AddressText address={address} />,
              wide: true,
            },
            {
              label: t(($) => $.withdrawals.score),
              value: score === '' ? risk.score : `${risk.score}: ${score}`,
              wide: true,
            },
            ...(payer === ''
              ? []
              : [
                  {
                    label: t(($) => $.withdrawals.payer),
                    value: t(($) => $.withdrawals.payers[payer]),
                  },
                ]),
            ...(transaction === ''
              ? []
              : [
                  {
                    label: t(($) => $.withdrawals.transaction),
                    value: <AddressText address={transaction} />,
                    wide: true,
                  },
                ]),
            ...(byHand === null || transaction !== ''
              ? []
              : [
                  {
                    label: t(($) => $.withdrawals.entered),
                    value: (
                      <>
                        <AddressText address={byHand.transaction} />{' '}
                        {t(($) => $.withdrawals.byHand[byHand.outcome || 'asked'])}
                      </>
                    ),
                    wide: true,
                  },
                ]),
            { label: t(($) => $.withdrawals.digest), value: <Ltr>{digest}</Ltr>, wide: true },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** Where the money is from, and what was done with it. */
function Story({ one }: { one: WithdrawalCase }) {
  const { t } = useTranslation();
  const { story, lots, withdrawal } = one;
  const { asset } = withdrawal;
  const money = (value: string) => <Amount value={value} asset={asset} named />;
  return (
    <Panel title={t(($) => $.withdrawals.story)}>
      <PanelBody>
        <KeyValues
          columns={3}
          items={(
            [
              'deposited',
              'withdrawn',
              'available',
              'held',
              'turnedOver',
              'requiredTurnover',
            ] as const
          ).map((name) => ({
            label: t(($) => $.withdrawals.figures[name]),
            value: money(story[name]),
          }))}
        />
        <ListTable
          caption={t(($) => $.withdrawals.lots)}
          columns={[
            { head: t(($) => $.withdrawals.deposit) },
            { head: t(($) => $.withdrawals.requested) },
            { head: t(($) => $.withdrawals.amount), figure: true },
            { head: t(($) => $.withdrawals.taken), figure: true },
          ]}
        >
          {lots.map(({ deposit, at, amount, taken }) => (
            <TableRow
              key={deposit ?? 0}
              cells={[
                deposit === null ? t(($) => $.withdrawals.won) : `#${deposit}`,
                at === null ? '—' : <Instant key="at" at={at} />,
                amount === null ? '—' : money(amount),
                money(taken),
              ]}
            />
          ))}
        </ListTable>
      </PanelBody>
    </Panel>
  );
}

/** Who asks, masked, and what limits them. */
function Customer({ one }: { one: WithdrawalCase }) {
  const { t } = useTranslation();
  const earlier = one.earlier.map(({ withdrawalId, amount, asset, stage }) => {
    const { label } = STAGES[stage];
    return `#${withdrawalId} ${amount} ${asset} (${label(t)})`;
  });
  return (
    <CustomerPanel
      one={one}
      more={[
        {
          label: t(($) => $.withdrawals.limits),
          value: one.limits.map(({ kind }) => kind).join(', ') || '—',
        },
        {
          label: t(($) => $.withdrawals.earlier),
          value: earlier.join(', ') || '—',
          wide: true,
        },
      ]}
    />
  );
}

/** What the customer sees. */
function Seen({ one }: { one: WithdrawalCase }) {
  const { t } = useTranslation();
  return <SeenPanel events={one.timeline.map((event, at) => shown(t, event, at))} />;
}

function shown(
  t: TFunction,
  { what, at, until, reason }: WithdrawalCase['timeline'][number],
  place: number,
): TimelineEvent {
  const isEnd = what === 'refused' || what === 'returned';
  const isBad = isEnd || what === 'cancelled';
  const said = isEnd
    ? t(($) => $.withdrawals.reasons[reason as 'notSent'])
    : reason === ''
      ? ''
      : t(($) => $.withdrawals.holds[reason as 'amount']);
  return {
    id: String(place),
    title: t(($) => $.withdrawals.events[what]),
    when: <Instant at={at} />,
    text: (
      <>
        {said}{' '}
        {until === null ? null : (
          <Sentence parts={{ at: <Instant at={until} /> }}>
            {(put) => t(($) => $.withdrawals.untilThen, put)}
          </Sentence>
        )}
      </>
    ),
    state: isBad ? 'failed' : what === 'escalated' ? 'current' : 'done',
  };
}
