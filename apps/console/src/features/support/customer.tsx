import { KeyValues, Timeline } from '@assay/kit/data/key-values.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import {
  MASKED_FIELDS,
  type MaskedField,
  UNMASK_REASONS,
  type UnmaskReason,
} from '@assay/modules/support/rules';
import { LEVELS, STATUSES } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import css from './support.module.css';
import type { Customer } from './use-support.ts';

/** A customer, masked, and what may be shown in full. */
export function CustomerPanel({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Readonly<Partial<Record<MaskedField, string>>>>({});
  const { may } = useOperator();
  const { userId, country, createdAt, levels, tickets } = customer;
  const value = (field: MaskedField) => (
    <bdi>{shown[field] ?? (customer[field] || t(($) => $.none))}</bdi>
  );
  const items = [
    { label: t(($) => $.support.customer), value: <Ltr>{`#${userId}`}</Ltr> },
    { label: t(($) => $.support.country), value: <Ltr>{country || t(($) => $.none)}</Ltr> },
    ...MASKED_FIELDS.map((field) => ({
      label: t(($) => $.support.fields[field]),
      value: value(field),
    })),
    { label: t(($) => $.support.since), value: <Instant at={createdAt} /> },
    ...LEVELS.map((level) => ({
      label: t(($) => $.support.levels[level]),
      value: wordsOf(t, levels[level]),
    })),
  ];
  return (
    <>
      <Panel title={t(($) => $.support.customerTitle)}>
        <KeyValues items={items} />
        {may('users.unmask') ? (
          <PanelBody>
            <Unmask
              customer={customer}
              show={(field, text) => setShown((known) => ({ ...known, [field]: text }))}
            />
          </PanelBody>
        ) : null}
      </Panel>
      {tickets.length === 0 ? null : (
        <Panel title={t(($) => $.support.earlier)}>
          <Timeline
            label={t(($) => $.support.earlier)}
            events={tickets.map(({ ticketId, topic, status, openedAt, rating }) => ({
              id: String(ticketId),
              title: `#${ticketId} ${t(($) => $.support.topics[topic])}`,
              when: <Instant at={openedAt} />,
              text:
                rating === null
                  ? t(($) => $.support.statuses[status])
                  : t(($) => $.support.ratedBy, { rating }),
              state: status === 'closed' ? ('done' as const) : ('current' as const),
            }))}
          />
        </Panel>
      )}
    </>
  );
}

interface UnmaskProps {
  customer: Customer;
  show(field: MaskedField, value: string): void;
}

/** How far a verification is, in words. */
function wordsOf(t: TFunction, status: string): string {
  const known = STATUSES.find((one) => one === status);
  return known === undefined ? status : t(($) => $.verification.statuses[known]);
}

/** Shows one field in full, for a reason; the customer sees that it was. */
function Unmask({ customer, show }: UnmaskProps) {
  const { t } = useTranslation();
  const [field, setField] = useState<MaskedField>('email');
  const [reason, setReason] = useState<UnmaskReason>('identify');
  const [left, setLeft] = useState(customer.unmasksLeft);
  const [failed, setFailed] = useState('');
  if (!customer.openCase) return <p className={css.note}>{t(($) => $.support.noCase)}</p>;
  const unmask = async () => {
    setFailed('');
    try {
      const seen = await call('unmaskCustomer', { userId: customer.userId, field, reason });
      show(field, seen.value);
      setLeft(seen.left);
    } catch (error) {
      setFailed((error instanceof Error && error.message) || t(($) => $.support.failed));
    }
  };
  return (
    <div className={css.unmask}>
      {failed === '' ? null : <Callout tone="warning">{failed}</Callout>}
      <SelectField
        label={t(($) => $.support.unmaskField)}
        options={MASKED_FIELDS.map((name) => ({
          value: name,
          text: t(($) => $.support.fields[name]),
        }))}
        value={field}
        onChange={setField}
      />
      <SelectField
        label={t(($) => $.support.unmaskReason)}
        options={UNMASK_REASONS.map((name) => ({
          value: name,
          text: t(($) => $.support.reasons[name]),
        }))}
        value={reason}
        onChange={setReason}
      />
      <Buttons>
        <Button variant="default" onClick={() => void unmask()}>
          {t(($) => $.support.unmask)}
        </Button>
      </Buttons>
      <p className={css.note}>{t(($) => $.support.unmaskNote, { left })}</p>
    </div>
  );
}
