import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { StatCard } from '@assay/kit/display/stat-card.tsx';
import { Failure } from '@assay/kit/feedback/states.tsx';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
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
          {data === undefined ? null : (
            <TierTable tiers={data.tiers} asset={data.asset} own={data.tier} />
          )}
        </Stack>
      )}
    </AccountPage>
  );
}

type Tiers = CallOutput<'getFeeTiers'>;

function Own({ tiers }: { tiers: Tiers | undefined }) {
  const { t } = useTranslation();
  const value = (of: (one: Tiers) => string) =>
    tiers === undefined ? undefined : <Amount value={of(tiers)} asset={tiers.asset} named />;
  return (
    <>
      <Grid>
        <StatCard
          label={t(($) => $.rewards.tiers.tier)}
          value={tiers && t(($) => $.rewards.tiers.vip, { tier: tiers.tier })}
        />
        <StatCard label={t(($) => $.rewards.tiers.volume)} value={value(({ volume }) => volume)} />
        <StatCard label={t(($) => $.rewards.tiers.today)} value={value(({ today }) => today)} />
        <StatCard
          label={t(($) => $.rewards.tiers.setAgain)}
          value={tiers && <Instant at={tiers.nextAt} />}
        />
      </Grid>
      {tiers === undefined ? null : <Next tiers={tiers} />}
    </>
  );
}

function Next({ tiers: { next, tiers, volume, asset } }: { tiers: Tiers }) {
  const { t } = useTranslation();
  const goal = tiers.find(({ tier }) => tier === next?.tier);
  if (next === null || goal === undefined) return <p>{t(($) => $.rewards.tiers.last)}</p>;
  const title = t(($) => $.rewards.tiers.next, { tier: next.tier });
  return (
    <Panel title={title}>
      <PanelBody>
        <Progress label={title} share={Number(volume) / Number(goal.volume)} />
        <p>
          {t(($) => $.rewards.tiers.missing)} <Amount value={next.missing} asset={asset} named />
        </p>
      </PanelBody>
    </Panel>
  );
}
