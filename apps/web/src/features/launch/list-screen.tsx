import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Badge, StatusBadge } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Label } from '@assay/kit/display/panel.tsx';
import { ProductCard } from '@assay/kit/display/product-card.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Grid, Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../lib/api/tables.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import { AssetMark } from '../../ui/asset-mark.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { PHASES } from './phases.ts';
import { type Card, type Phase, useProjects } from './use-launch.ts';

const GROUPS: readonly { readonly name: 'open' | 'announced' | 'ended'; of: readonly Phase[] }[] = [
  { name: 'open', of: ['open'] },
  { name: 'announced', of: ['announced'] },
  { name: 'ended', of: ['awaiting', 'calculating', 'result', 'locked', 'listed', 'cancelled'] },
];

/** /subscription: the projects by phase. */
export default function SubscriptionScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.launch.title);
  const lead = t(($) => $.launch.lead);
  useTitle(title, lead);
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <Button component={Link} to="/subscriptionList" variant="default">
            {t(($) => $.launch.mine)}
          </Button>
        }
      />
      <Loaded query={useProjects()} height="24rem">
        {({ projects }) => <Projects projects={projects} />}
      </Loaded>
    </Page>
  );
}

function Projects({ projects }: { projects: CallOutput<'getNewcoinsList'>['projects'] }) {
  const { t } = useTranslation();
  if (projects.length === 0) {
    return <EmptyState title={t(($) => $.launch.none)} text={t(($) => $.launch.noneText)} />;
  }
  return (
    <Stack>
      {GROUPS.map(({ name, of }) => {
        const found = projects.filter(({ phase }) => of.includes(phase));
        return found.length === 0 ? null : (
          <Stack key={name}>
            <h2>
              <Label>{t(($) => $.launch.groups[name])}</Label>
            </h2>
            <Grid cards least="20rem">
              {found.map((card) => (
                <ProjectCard key={card.launchId} card={card} />
              ))}
            </Grid>
          </Stack>
        );
      })}
    </Stack>
  );
}

const PPM_OF_PERCENT = 10_000;

/** How much of the supply is asked for; more than all of it is said as such. */
export function Subscribed({ card }: { card: Card }) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = (text: string) => Number(parseDecimal(text, SCALE) ?? 0n);
  const share = units(card.subscribed) / Math.max(1, units(card.supply));
  return (
    <Progress
      label={t(($) => $.launch.subscribed)}
      share={share}
      text={format.ppm(Math.floor(share * 100) * PPM_OF_PERCENT)}
      tone={share >= 1 ? 'good' : 'accent'}
    />
  );
}

export function Left({ card }: { card: Card }) {
  const { t } = useTranslation();
  const { skewMs } = useStreamStatus();
  const { phase, opensAt, closesAt, listsAt } = card;
  if (phase !== 'announced' && phase !== 'open') return <Instant at={listsAt} />;
  const until = phase === 'open' ? closesAt : opensAt;
  const label = phase === 'open' ? t(($) => $.launch.closesIn) : t(($) => $.launch.opensIn);
  return <Countdown hours label={label} until={until} ahead={skewMs} />;
}

function ProjectCard({ card }: { card: Card }) {
  const { t } = useTranslation();
  const { launchId, symbol, name, phase, mode, price, supply, cap, soldOut } = card;
  const when = {
    announced: t(($) => $.launch.opensIn),
    open: t(($) => $.launch.closesIn),
  } as const;
  const label =
    phase === 'announced' || phase === 'open' ? when[phase] : t(($) => $.launch.listsAt);
  return (
    <ProductCard
      mark={<AssetMark asset={symbol} />}
      title={name === '' ? symbol : name}
      badge={
        soldOut ? (
          <Badge tone="accent">{t(($) => $.launch.soldOut)}</Badge>
        ) : (
          <StatusBadge map={PHASES} state={phase} />
        )
      }
      facts={[
        { label: t(($) => $.launch.price), value: <Amount named value={price} asset="USDT" /> },
        { label: t(($) => $.launch.supply), value: <Amount named value={supply} asset={symbol} /> },
        { label: t(($) => $.launch.mode), value: t(($) => $.launch.modes[mode]) },
        { label: t(($) => $.launch.cap), value: <Amount named value={cap} asset={symbol} /> },
        { label, value: <Left card={card} /> },
      ]}
      progress={<Subscribed card={card} />}
      action={
        <Button
          fullWidth
          component={Link}
          to={`/subscribe?id=${launchId}`}
          variant={phase === 'open' ? 'filled' : 'default'}
        >
          {phase === 'open' ? t(($) => $.launch.subscribe) : t(($) => $.launch.look)}
        </Button>
      }
    />
  );
}
