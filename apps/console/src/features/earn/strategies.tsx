import type { Realm } from '@assay/core/ledger/realm';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { STRATEGIES } from '@assay/modules/earn/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { StrategyForm } from './strategy-form.tsx';
import type { Strategy } from './use-pool.ts';

interface StrategiesProps {
  strategies: readonly Strategy[];
  realm: Realm;
}

/** Products of the kind strategy: what their accounts are worth, opened and closed by two. */
export function Strategies({ strategies, realm }: StrategiesProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Strategy | 'new' | null>(null);
  const mayPrepare = may('house.prepare');
  const unused = STRATEGIES.filter((name) => strategies.every((row) => row.strategy !== name));
  return (
    <Panel
      title={t(($) => $.strategies.title)}
      tools={
        mayPrepare && unused.length > 0 ? (
          <Button size="xs" variant="default" onClick={() => ask('new')}>
            {t(($) => $.strategies.add)}
          </Button>
        ) : undefined
      }
    >
      {strategies.length === 0 ? (
        <EmptyState compact title={t(($) => $.strategies.none)} />
      ) : (
        <Table strategies={strategies} change={mayPrepare ? ask : null} />
      )}
      {asked === null ? null : (
        <StrategyForm
          strategy={asked === 'new' ? null : asked}
          unused={unused}
          realm={realm}
          close={() => ask(null)}
        />
      )}
    </Panel>
  );
}

interface TableProps {
  strategies: readonly Strategy[];
  change: ((strategy: Strategy) => void) | null;
}

function Table({ strategies, change }: TableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ListTable
      caption={t(($) => $.strategies.title)}
      columns={[
        { head: t(($) => $.earn.product) },
        { head: t(($) => $.earn.status) },
        { head: t(($) => $.strategies.account) },
        { head: t(($) => $.strategies.nav), figure: true },
        { head: t(($) => $.strategies.worth), figure: true },
        { head: t(($) => $.strategies.margin), figure: true },
        { head: t(($) => $.strategies.gain), figure: true },
        { head: t(($) => $.strategies.units), figure: true },
        { head: t(($) => $.strategies.waiting), figure: true },
        { head: t(($) => $.earn.left), figure: true },
        { head: t(($) => $.earn.change), actions: true },
      ]}
    >
      {strategies.map((strategy) => {
        const { product, asset, status, account, last, worthNow } = strategy;
        const amount = (key: string, value: string | undefined) =>
          value === undefined ? '—' : <Amount key={key} value={value} asset={asset} />;
        return (
          <TableRow
            key={product}
            cells={[
              <Ltr key="name">{product}</Ltr>,
              <Badge key="status" tone={status === 'open' ? 'good' : 'neutral'}>
                {t(($) => $.earn.statuses[status])}
              </Badge>,
              <Ltr key="account">{account}</Ltr>,
              amount('nav', last?.nav),
              amount('worth', worthNow ?? undefined),
              amount('margin', strategy.margin ?? undefined),
              amount('gain', strategy.gain ?? undefined),
              format.plain(strategy.units),
              format.plain(strategy.waiting),
              amount('left', strategy.left),
              change === null ? (
                '—'
              ) : (
                <Button key="change" size="xs" variant="default" onClick={() => change(strategy)}>
                  {t(($) => $.earn.change)}
                </Button>
              ),
            ]}
          />
        );
      })}
    </ListTable>
  );
}
