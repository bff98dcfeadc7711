import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CollateralForm } from './collateral-form.tsx';
import { ChangeButton, OpenState } from './terms-cells.tsx';
import { type CollateralAsset, type CollateralPool, useCollateralPool } from './use-loans.ts';

/** Loans against coins: how they are covered, the terms of each coin, and those near a call. */
export function CollateralPanel() {
  return (
    <Loaded query={useCollateralPool()}>
      {(pool) => (
        <>
          <Coverage pool={pool} />
          <Terms pool={pool} />
          <Near pool={pool} />
        </>
      )}
    </Loaded>
  );
}

function Coverage({ pool }: { pool: CollateralPool }) {
  const { t } = useTranslation();
  const { assets, lentAsset } = pool;
  const figure = (value: string, asset = lentAsset) => <Amount value={value} asset={asset} named />;
  return (
    <Panel title={t(($) => $.loans.covered)}>
      <PanelBody>
        <KeyValues
          columns={3}
          items={[
            { label: t(($) => $.loans.available), value: figure(pool.available) },
            { label: t(($) => $.loans.borne), value: figure(pool.lost) },
          ]}
        />
      </PanelBody>
      <ListTable
        caption={t(($) => $.loans.covered)}
        columns={[
          { head: t(($) => $.loans.coin) },
          { head: t(($) => $.loans.count), figure: true },
          { head: t(($) => $.loans.lent), figure: true },
          { head: t(($) => $.loans.owed), figure: true },
          { head: t(($) => $.loans.collateral), figure: true },
          { head: t(($) => $.loans.worth), figure: true },
          { head: t(($) => $.loans.converted), figure: true },
        ]}
      >
        {assets.map((one) => (
          <TableRow
            key={one.asset}
            cells={[
              one.asset,
              one.loans,
              <Amount key="lent" value={one.lent} asset={lentAsset} />,
              <Amount key="owed" value={one.owed} asset={lentAsset} />,
              <Amount key="collateral" value={one.collateral} asset={one.asset} />,
              <Amount key="worth" value={one.worth} asset={lentAsset} />,
              <Amount key="converted" value={one.converted} asset={one.asset} />,
            ]}
          />
        ))}
      </ListTable>
    </Panel>
  );
}

function Terms({ pool: { assets, lentAsset } }: { pool: CollateralPool }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const [asked, ask] = useState<CollateralAsset | null>(null);
  return (
    <Panel title={t(($) => $.loans.collateralTerms)}>
      <ListTable
        caption={t(($) => $.loans.collateralTerms)}
        columns={[
          { head: t(($) => $.loans.coin) },
          { head: t(($) => $.loans.state) },
          { head: t(($) => $.loans.shares), figure: true },
          { head: t(($) => $.loans.yearly), figure: true },
          { head: t(($) => $.loans.capacity), figure: true },
          { head: t(($) => $.loans.announced) },
          { head: t(($) => $.loans.decision), actions: true },
        ]}
      >
        {assets.map((one) => (
          <TableRow
            key={one.asset}
            cells={[
              `${one.asset} · ${one.version}`,
              <OpenState key="open" isOpen={one.isOpen} />,
              <Ltr key="shares">
                {[one.initialPpm, one.callPpm, one.liquidationPpm].map(ppm).join(' / ')}
              </Ltr>,
              ppm(one.aprPpm),
              <Amount key="capacity" value={one.capacity} asset={lentAsset} />,
              one.announced === null ? '—' : <Instant key="from" at={one.announced.from} />,
              <ChangeButton key="change" ask={() => ask(one)} />,
            ]}
          />
        ))}
      </ListTable>
      {asked === null ? null : <CollateralForm one={asked} close={() => ask(null)} />}
    </Panel>
  );
}

function Near({ pool: { near, lentAsset } }: { pool: CollateralPool }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  return (
    <Panel title={t(($) => $.loans.near)}>
      {near.length === 0 ? (
        <EmptyState compact title={t(($) => $.loans.nothing)} />
      ) : (
        <ListTable
          caption={t(($) => $.loans.near)}
          columns={[
            { head: t(($) => $.loans.number) },
            { head: t(($) => $.loans.owed), figure: true },
            { head: t(($) => $.loans.collateral), figure: true },
            { head: t(($) => $.loans.share), figure: true },
            { head: t(($) => $.loans.callAt), figure: true },
            { head: t(($) => $.loans.repaidAt), figure: true },
            { head: t(($) => $.loans.calls), figure: true },
          ]}
        >
          {near.map((one) => (
            <TableRow
              key={one.loanId}
              cells={[
                <Ltr key="number">{`CL-${one.loanId}`}</Ltr>,
                <Amount key="owed" value={one.owed} asset={lentAsset} />,
                <Amount key="collateral" value={one.collateral} asset={one.asset} named />,
                one.ltvPpm === null ? '—' : ppm(one.ltvPpm),
                <Amount key="call" value={one.callPrice} asset={lentAsset} />,
                <Amount key="liquidation" value={one.liquidationPrice} asset={lentAsset} />,
                one.calls,
              ]}
            />
          ))}
        </ListTable>
      )}
    </Panel>
  );
}
