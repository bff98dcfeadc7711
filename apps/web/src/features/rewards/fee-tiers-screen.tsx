import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import { TierTable } from './tier-table.tsx';
import { useFeeTiers } from './use-rewards.ts';

/** /vip: the reader's volume and tier, and what the next one brings. */
export default function FeeTiersScreen() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useFeeTiers();
  return (
    <AccountPage title={t(($) => $.rewards.tiers.title)} lead={t(($) => $.rewards.tiers.lead)}>
      {data === undefined && isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Stack>
          <Own tiers={data} />
          {data === undefined ? null : <Schedules tiers={data} />}
        </Stack>
      )}
    </AccountPage>
  );
}

type Tiers = CallOutput<'getFeeTiers'>;

/** The schedule, what is announced of it, and what has set the reader's rates. */
function Schedules({ tiers: { tiers, coming, cuts, asset, tier } }: { tiers: Tiers }) {
  const { t } = useTranslation();
  return (
    <>
      <TierTable {...{ tiers, asset, own: tier }} title={t(($) => $.rewards.tiers.schedule)} />
      {coming === null ? null : (
        <TierTable {...{ tiers: coming, asset }} title={t(($) => $.rewards.tiers.coming)}>
          <p>{t(($) => $.rewards.tiers.comingText)}</p>
          <TextLink to="/changes">{t(($) => $.rewards.tiers.changes)}</TextLink>
        </TierTable>
      )}
      <Cuts cuts={cuts} asset={asset} />
    </>
  );
}

type Cut = Tiers['cuts'][number];

function Cuts({ cuts, asset }: Pick<Tiers, 'cuts' | 'asset'>) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const title = t(($) => $.rewards.tiers.cuts);
  const columns: readonly Column<Cut>[] = [
    {
      ...{ name: 'day', head: t(($) => $.rewards.tiers.day), card: 'title' },
      cell: ({ day }) => <Ltr>{day}</Ltr>,
      csv: ({ day }) => day,
    },
    {
      ...{ name: 'tier', head: t(($) => $.rewards.tiers.tier) },
      cell: (cut) => t(($) => $.rewards.tiers.vip, { tier: cut.tier }),
      csv: ({ tier }) => String(tier),
    },
    {
      ...{ name: 'volume', head: t(($) => $.rewards.tiers.volume), figure: true, card: 'value' },
      cell: ({ volume }) => <Amount value={volume} asset={asset} named />,
      csv: ({ volume }) => volume,
    },
    {
      ...{ name: 'rates', head: t(($) => $.rewards.tiers.rates), figure: true },
      cell: (cut) =>
        cut.tier === 0
          ? t(($) => $.rewards.tiers.asMarket)
          : `${ppm(cut.makerPpm)} / ${ppm(cut.takerPpm)}`,
      csv: ({ makerPpm, takerPpm }) => `${makerPpm} / ${takerPpm}`,
    },
  ];
  return (
    <Panel title={title}>
      <DataTable
        {...{ caption: title, columns, rows: cuts, keyOf: ({ day }: Cut) => day }}
        state={useTableState('cuts')}
        file="fee-tiers"
        empty={
          <EmptyState
            compact
            title={t(($) => $.rewards.tiers.noCuts)}
            text={t(($) => $.rewards.tiers.noCutsText)}
          />
        }
      />
    </Panel>
  );
}

function Own({ tiers }: { tiers: Tiers | undefined }) {
  const { t } = useTranslation();
  const value = (of: (one: Tiers) => string) =>
    tiers === undefined ? undefined : <Amount value={of(tiers)} asset={tiers.asset} named />;
  return (
    <>
      <StatCards>
        <StatCard
          label={t(($) => $.rewards.tiers.tier)}
          value={tiers && t(($) => $.rewards.tiers.vip, { tier: tiers.tier })}
          note={
            <>
              {t(($) => $.rewards.tiers.setAgain)} {tiers && <Instant at={tiers.nextAt} />}
            </>
          }
        />
        <StatCard
          label={t(($) => $.rewards.tiers.rates)}
          value={tiers && <Rates tiers={tiers} />}
        />
        <StatCard label={t(($) => $.rewards.tiers.volume)} value={value(({ volume }) => volume)} />
        <StatCard label={t(($) => $.rewards.tiers.today)} value={value(({ today }) => today)} />
      </StatCards>
      {tiers === undefined ? null : <Next tiers={tiers} />}
    </>
  );
}

/** As the engine charges them. */
function Rates({ tiers: { rates } }: { tiers: Tiers }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  if (rates === null) return t(($) => $.rewards.tiers.asMarket);
  return <Ltr>{`${ppm(rates.makerPpm)} / ${ppm(rates.takerPpm)}`}</Ltr>;
}

function Next({ tiers: { next, volume, asset } }: { tiers: Tiers }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  if (next === null) return <p>{t(($) => $.rewards.tiers.last)}</p>;
  const title = t(($) => $.rewards.tiers.next, { tier: next.tier });
  return (
    <Panel title={title}>
      <PanelBody>
        <Progress label={title} share={Number(volume) / Number(next.volume)} />
        <p>
          <Sentence parts={{ amount: <Amount value={next.missing} asset={asset} named /> }}>
            {(put) => t(($) => $.rewards.tiers.missing, put)}
          </Sentence>
        </p>
        <p>
          <Sentence
            parts={{
              rates: <Ltr>{`${ppm(next.makerPpm ?? 0)} / ${ppm(next.takerPpm ?? 0)}`}</Ltr>,
            }}
          >
            {(put) => t(($) => $.rewards.tiers.brings, put)}
          </Sentence>
        </p>
      </PanelBody>
    </Panel>
  );
}
