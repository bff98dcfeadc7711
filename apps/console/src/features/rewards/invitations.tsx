import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type { Promotions } from './use-rewards.ts';

/** The terms of invitations, how far days are paid, and what the fees cover. */
export function Invitations({ promotions }: { promotions: Promotions }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { ratesPpm, waitDays, invited, paidDay, funds } = promotions;
  return (
    <>
      <Panel title={t(($) => $.rewards.invitations)}>
        <KeyValues
          columns={4}
          items={[
            {
              label: t(($) => $.rewards.rates),
              value: ratesPpm.map((rate) => ppm(rate)).join(' / '),
            },
            {
              label: t(($) => $.rewards.wait),
              value: t(($) => $.rewards.days, { count: waitDays }),
            },
            { label: t(($) => $.rewards.invited), value: invited },
            {
              label: t(($) => $.rewards.paidDay),
              value: paidDay === null ? t(($) => $.rewards.noDay) : <Ltr>{paidDay}</Ltr>,
            },
          ]}
        />
      </Panel>
      <Panel title={t(($) => $.rewards.coverage)}>
        {funds.length === 0 ? (
          <EmptyState compact title={t(($) => $.rewards.noneShared)} />
        ) : (
          <ListTable
            caption={t(($) => $.rewards.coverage)}
            columns={[
              { head: t(($) => $.rewards.asset) },
              { head: t(($) => $.rewards.fees), figure: true },
              { head: t(($) => $.rewards.shared), figure: true },
              { head: t(($) => $.rewards.left), figure: true },
            ]}
          >
            {funds.map(({ asset, fees, paid, available }) => (
              <TableRow
                key={asset}
                cells={[
                  asset,
                  <Amount key="fees" value={fees} asset={asset} />,
                  <Amount key="paid" value={paid} asset={asset} />,
                  <Amount key="left" value={available} asset={asset} />,
                ]}
              />
            ))}
          </ListTable>
        )}
      </Panel>
    </>
  );
}
