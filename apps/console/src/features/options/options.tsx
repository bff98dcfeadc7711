import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { DAY } from '@assay/core/time';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { AnnouncedTerms } from '../../ui/announced-terms.tsx';
import { TermsForm } from '../../ui/terms-form.tsx';
import { ListOption } from './list-option.tsx';
import { type SpanCommand, SpanForm } from './span-form.tsx';
import { type Alarm, type Terms, useTerms, valuesOf } from './use-terms.ts';

const STATUSES: StatusMap<Terms['status']> = {
  open: { tone: 'good', label: (t) => t(($) => $.options.statuses.open) },
  closed: { tone: 'neutral', label: (t) => t(($) => $.options.statuses.closed) },
};

/** All of them at once: what they may cost the house is one sum. */
const MOST = 100;

/** What is asked for: other terms of a market, or a span of its index that was wrong. */
interface Asked {
  readonly what: 'terms' | SpanCommand;
  readonly market: string;
}

/** The markets of options with their terms and what the house stands to lose. */
export function Options() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const state = useTableState();
  const realm: Realm = state.filter('realm') === 'demo' ? 'demo' : 'real';
  const [asked, ask] = useState<Asked | null>(null);
  const query = useTerms(realm);
  // As it is published now: an open form follows what somebody else has changed meanwhile.
  const market = query.data?.markets.find((one) => one.market === asked?.market);
  const close = () => ask(null);
  const columns = useColumns(may('house.prepare') ? ask : undefined);
  return (
    <Page>
      <PageHead
        title={t(($) => $.options.title)}
        lead={t(($) => $.options.lead)}
        actions={
          query.data !== undefined && may('parameters.prepare') ? (
            <ListOption listed={query.data.markets} />
          ) : null
        }
      />
      <Stack>
        <Alarms alarms={query.data?.alarms ?? []} />
        <Panel title={t(($) => $.options.capital)}>
          <KeyValues
            items={(query.data?.capital ?? []).map(({ asset, amount }) => ({
              label: asset,
              value: <Amount value={amount} asset={asset} />,
            }))}
          />
        </Panel>
        <Panel title={t(($) => $.options.markets)}>
          <DataTable
            caption={t(($) => $.options.markets)}
            columns={columns}
            rows={query.data?.markets}
            keyOf={({ market }) => market}
            state={state}
            pageRows={MOST}
            file="option-markets"
            failed={query.isError}
            onRetry={() => void query.refetch()}
            filters={
              <Segments
                label={t(($) => $.house.realm)}
                options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
                value={realm}
                onChange={(value) => state.setFilter('realm', value)}
              />
            }
            empty={<EmptyState compact title={t(($) => $.options.none)} />}
          />
        </Panel>
        <AnnouncedTerms kind="option" />
      </Stack>
      {market !== undefined && asked?.what === 'terms' ? (
        <TermsForm
          kind="option"
          subject={market.market}
          values={valuesOf(market)}
          asset={market.asset}
          close={close}
        />
      ) : null}
      {market !== undefined && asked !== null && asked.what !== 'terms' ? (
        <SpanForm command={asked.what} index={market.index} realm={realm} close={close} />
      ) : null}
    </Page>
  );
}

/** Days on which results followed what customers chose: said first, and at /statistics too. */
function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (alarms.length === 0) return null;
  return (
    <Callout tone="danger" live title={t(($) => $.options.alarm)}>
      <ul>
        {alarms.map(({ market, day, milliSigma }) => (
          <li key={`${market} ${day}`}>
            {t(($) => $.options.alarmOf, {
              ...{ market, day: format.date(day * DAY) },
              sigmas: format.fixed(milliSigma / 1_000, 2),
            })}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function useColumns(ask: ((asked: Asked) => void) | undefined): readonly Column<Terms>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = (name: 'escrow' | 'house' | 'capacityOpen', head: string): Column<Terms> => ({
    ...{ name, head, figure: true },
    cell: (row) => <Amount value={row[name]} asset={row.asset} />,
    sort: (row) => Number(row[name]),
    csv: (row) => row[name],
  });
  return [
    {
      ...{ name: 'market', head: t(($) => $.options.market), card: 'title' },
      cell: ({ market }) => <Ltr>{market}</Ltr>,
      sort: ({ market }) => market,
      csv: ({ market }) => market,
    },
    {
      ...{ name: 'status', head: t(($) => $.options.status) },
      cell: ({ status }) => <StatusBadge map={STATUSES} state={status} />,
      csv: ({ status }) => status,
    },
    {
      ...{ name: 'payouts', head: t(($) => $.options.payouts) },
      cell: ({ rates }) => (
        <Ltr>
          {spanOf(
            rates.map(({ payoutPpm }) => payoutPpm),
            format.ppm,
          )}
        </Ltr>
      ),
      csv: ({ rates }) => rates.map(({ termMs, payoutPpm }) => `${termMs}:${payoutPpm}`).join(' '),
    },
    {
      ...{ name: 'open', head: t(($) => $.options.openOptions), figure: true },
      cell: ({ open }) => format.integer(open),
      sort: ({ open }) => open,
      csv: ({ open }) => String(open),
    },
    amount(
      'escrow',
      t(($) => $.options.escrow),
    ),
    amount(
      'house',
      t(($) => $.options.house),
    ),
    amount(
      'capacityOpen',
      t(($) => $.options.capacity),
    ),
    ...(ask === undefined
      ? []
      : [
          actions(
            ask,
            t(($) => $.terms.change),
            [
              ['terms', t(($) => $.terms.change)],
              ['voidWindow', t(($) => $.options.void)],
              ['makeGoodWindow', t(($) => $.options.makeGood)],
            ],
          ),
        ]),
  ];
}

/** The least and the highest of the rates that are offered. */
function spanOf(rates: readonly number[], text: (ppm: number) => string): string {
  const offered = rates.filter((rate) => rate > 0);
  if (offered.length === 0) return '–';
  const [least, most] = [Math.min(...offered), Math.max(...offered)];
  return least === most ? text(least) : `${text(least)} – ${text(most)}`;
}

function actions(
  ask: (asked: Asked) => void,
  head: string,
  offered: readonly (readonly [Asked['what'], string])[],
): Column<Terms> {
  return {
    ...{ name: 'actions', head, actions: true },
    cell: ({ market }) => (
      <Buttons>
        {offered.map(([what, text]) => (
          <Button key={what} size="xs" variant="default" onClick={() => ask({ what, market })}>
            {text}
          </Button>
        ))}
      </Buttons>
    ),
  };
}
