import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import type { MarketView } from '@assay/modules/markets/schema';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';

const NEXT = { preOpen: ['open', 'delisted'], open: ['delisted'], delisted: [] } as const;

/** Where the market is in its life, and what is announced of that. */
export function StageState({ market: { stage, status, nextStage } }: { market: MarketView }) {
  const { t } = useTranslation();
  const tone = stage === 'open' ? (status === 'trading' ? 'good' : 'warning') : 'neutral';
  const name =
    stage !== 'open'
      ? t(($) => $.parameters.stages[stage])
      : status === 'trading'
        ? t(($) => $.markets.trading)
        : t(($) => $.markets.halted);
  return (
    <>
      <Badge tone={tone}>{name}</Badge>{' '}
      {nextStage === null ? null : (
        <Sentence
          parts={{
            what: t(($) => $.parameters.stages[nextStage.stage]),
            at: <Instant at={nextStage.at} />,
          }}
        >
          {(put) => t(($) => $.parameters.from, put)}
        </Sentence>
      )}
    </>
  );
}

interface StageActionsProps {
  market: MarketView;
  ask(to: 'open' | 'delisted'): void;
}

/** What this member of staff may propose of it; what is announced is withdrawn as a parameter. */
export function StageActions({ market: { stage, nextStage }, ask }: StageActionsProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  if (!may('parameters.prepare') || nextStage !== null) return null;
  return NEXT[stage].map((to) => (
    <Button key={to} size="xs" variant="default" onClick={() => ask(to)}>
      {t(($) => $.markets.listing.to[to])}
    </Button>
  ));
}
