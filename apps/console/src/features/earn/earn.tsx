import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { ProductForm } from './product-form.tsx';
import { RejectForm } from './reject-form.tsx';
import { Strategies } from './strategies.tsx';
import { type EarnPoolView, type Product, type Redemption, usePool } from './use-pool.ts';

/** Custody products: the pool, what is offered, and what is to be paid. */
export function Earn() {
  const { t } = useTranslation();
  const state = useTableState('earn');
  const realm: Realm = state.filter('realm') === 'demo' ? 'demo' : 'real';
  const query = usePool(realm);
  return (
    <Page>
      <PageHead
        title={t(($) => $.earn.title)}
        lead={t(($) => $.earn.lead)}
        actions={
          <Segments
            label={t(($) => $.house.realm)}
            options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
            value={realm}
            onChange={(value) => state.setFilter('realm', value === 'real' ? '' : value)}
          />
        }
      />
      <Loaded query={query}>
        {({ pools, products, redemptions, strategies }) => (
          <Stack>
            <Pools pools={pools} />
            <Products products={products} realm={realm} />
            <Strategies strategies={strategies} realm={realm} />
            <Redemptions redemptions={redemptions} realm={realm} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Pools({ pools }: Pick<EarnPoolView, 'pools'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Panel title={t(($) => $.earn.pool)}>
      {pools.length === 0 ? (
        <EmptyState compact title={t(($) => $.earn.noPool)} text={t(($) => $.earn.noPoolText)} />
      ) : (
        <ListTable
          caption={t(($) => $.earn.pool)}
          columns={[
            { head: t(($) => $.earn.asset) },
            { head: t(($) => $.earn.capital), figure: true },
            { head: t(($) => $.earn.escrow), figure: true },
            { head: t(($) => $.earn.principal), figure: true },
            { head: t(($) => $.earn.promised), figure: true },
            { head: t(($) => $.earn.orders), figure: true },
            { head: t(($) => $.earn.coverage) },
          ]}
        >
          {pools.map(({ asset, capital, escrow, principal, promised, orders, owed }) => (
            <TableRow
              key={asset}
              cells={[
                asset,
                <Amount key="capital" value={capital} asset={asset} />,
                <Amount key="escrow" value={escrow} asset={asset} />,
                <Amount key="principal" value={principal} asset={asset} />,
                <Amount key="promised" value={promised} asset={asset} />,
                format.integer(orders),
                escrow === owed ? (
                  <Badge key="covered" tone="good">
                    {t(($) => $.earn.covered)}
                  </Badge>
                ) : (
                  <Badge key="covered" tone="bad">
                    {t(($) => $.earn.notCovered)}
                  </Badge>
                ),
              ]}
            />
          ))}
        </ListTable>
      )}
    </Panel>
  );
}

function Products({ products, realm }: { products: readonly Product[]; realm: Realm }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Product | 'new' | null>(null);
  const mayPrepare = may('house.prepare');
  return (
    <Panel
      title={t(($) => $.earn.products)}
      tools={
        mayPrepare ? (
          <Button size="xs" variant="default" onClick={() => ask('new')}>
            {t(($) => $.earn.add)}
          </Button>
        ) : undefined
      }
    >
      {products.length === 0 ? (
        <EmptyState compact title={t(($) => $.earn.noProducts)} />
      ) : (
        <ProductTable products={products} change={mayPrepare ? ask : null} />
      )}
      {asked === null ? null : (
        <ProductForm
          product={asked === 'new' ? null : asked}
          realm={realm}
          close={() => ask(null)}
        />
      )}
    </Panel>
  );
}

interface ProductTableProps {
  products: readonly Product[];
  change: ((product: Product) => void) | null;
}

function ProductTable({ products, change }: ProductTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ListTable
      caption={t(($) => $.earn.products)}
      columns={[
        { head: t(($) => $.earn.product) },
        { head: t(($) => $.earn.status) },
        { head: t(($) => $.earn.yearly), figure: true },
        { head: t(($) => $.earn.payout) },
        { head: t(($) => $.earn.quota), figure: true },
        { head: t(($) => $.earn.inCustody), figure: true },
        { head: t(($) => $.earn.left), figure: true },
        { head: t(($) => $.earn.orders), figure: true },
        { head: t(($) => $.earn.change), actions: true },
      ]}
    >
      {products.map((product) => {
        const { product: name, asset, status, yearlyPpm, payout, orders } = product;
        return (
          <TableRow
            key={name}
            cells={[
              <Ltr key="name">{name}</Ltr>,
              <Badge key="status" tone={status === 'open' ? 'good' : 'neutral'}>
                {t(($) => $.earn.statuses[status])}
              </Badge>,
              format.share(yearlyPpm / 1e6),
              t(($) => $.earn.payouts[payout]),
              <Amount key="quota" value={product.quota} asset={asset} />,
              <Amount key="in" value={product.inCustody} asset={asset} />,
              <Amount key="left" value={product.left} asset={asset} />,
              format.integer(orders),
              change === null ? (
                '—'
              ) : (
                <Button key="change" size="xs" variant="default" onClick={() => change(product)}>
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

function Redemptions(props: { redemptions: readonly Redemption[]; realm: Realm }) {
  const { redemptions, realm } = props;
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Redemption | null>(null);
  return (
    <Panel title={t(($) => $.earn.redemptions)}>
      {redemptions.length === 0 ? (
        <EmptyState compact title={t(($) => $.earn.noRedemptions)} />
      ) : (
        <ListTable
          caption={t(($) => $.earn.redemptions)}
          columns={[
            { head: t(($) => $.earn.order) },
            { head: t(($) => $.earn.customer) },
            { head: t(($) => $.earn.principal), figure: true },
            { head: t(($) => $.earn.due) },
            { head: t(($) => $.earn.reject), actions: true },
          ]}
        >
          {redemptions.map((redemption) => {
            const { order, userId } = redemption;
            return (
              <TableRow
                key={order.id}
                cells={[
                  <Ltr key="order">{order.id}</Ltr>,
                  <Ltr key="customer">{userId}</Ltr>,
                  <Amount key="amount" named value={order.principal} asset={order.asset} />,
                  <Instant key="due" at={order.dueAt} />,
                  may('house.prepare') ? (
                    <Button
                      key="reject"
                      size="xs"
                      variant="default"
                      onClick={() => ask(redemption)}
                    >
                      {t(($) => $.earn.reject)}
                    </Button>
                  ) : (
                    '—'
                  ),
                ]}
              />
            );
          })}
        </ListTable>
      )}
      {asked === null ? null : (
        <RejectForm orderId={asked.order.id} realm={realm} close={() => ask(null)} />
      )}
    </Panel>
  );
}
