import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductForm } from './product-form.tsx';
import { ChangeButton, OpenState } from './terms-cells.tsx';
import { type Pool, type StaffProduct, usePool } from './use-loans.ts';

/** What the pool has, has promised and has lent, and the products that two people set. */
export function PoolPanel() {
  return <Loaded query={usePool()}>{(pool) => <Shown pool={pool} />}</Loaded>;
}

function Shown({ pool }: { pool: Pool }) {
  const { t } = useTranslation();
  const { asset } = pool;
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  return (
    <>
      <Panel title={t(($) => $.loans.pool)}>
        <PanelBody>
          <KeyValues
            columns={3}
            items={[
              { label: t(($) => $.loans.available), value: figure(pool.available) },
              { label: t(($) => $.loans.promised), value: figure(pool.promised) },
              { label: t(($) => $.loans.lent), value: figure(pool.lent) },
              { label: t(($) => $.loans.lentLate), value: figure(pool.overdue) },
              { label: t(($) => $.loans.earned), value: figure(pool.interestPaid) },
              { label: t(($) => $.loans.lost), value: figure(pool.writtenOff) },
            ]}
          />
        </PanelBody>
      </Panel>
      <Products products={pool.products} asset={asset} />
    </>
  );
}

function Products({ products, asset }: { products: readonly StaffProduct[]; asset: string }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const [asked, ask] = useState<StaffProduct | null>(null);
  return (
    <Panel title={t(($) => $.loans.products)}>
      <ListTable
        caption={t(($) => $.loans.products)}
        columns={[
          { head: t(($) => $.loans.product) },
          { head: t(($) => $.loans.state) },
          { head: t(($) => $.loans.most), figure: true },
          { head: t(($) => $.loans.daily), figure: true },
          { head: t(($) => $.loans.period), figure: true },
          { head: t(($) => $.loans.instalments), figure: true },
          { head: t(($) => $.loans.decision), actions: true },
        ]}
      >
        {products.map((one) => (
          <TableRow
            key={one.product}
            cells={[
              `${one.product} · ${one.version}`,
              <OpenState key="open" isOpen={one.isOpen} />,
              <Amount key="most" value={one.most} asset={asset} />,
              ppm(one.dailyPpm),
              one.periodDays,
              one.instalments,
              <ChangeButton key="change" ask={() => ask(one)} />,
            ]}
          />
        ))}
      </ListTable>
      {asked === null ? null : <ProductForm one={asked} close={() => ask(null)} />}
    </Panel>
  );
}
