import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { ProductCard } from '@assay/kit/display/product-card.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BenefitId, Benefits } from './use-rewards.ts';

/** Where each benefit is used. */
export const PLACES: Readonly<Record<BenefitId, string>> = {
  signIn: '/sign',
  tasks: '/benefitsDetail?id=tasks',
  invitation: '/mypromotion',
  feeTiers: '/vip',
};

interface BenefitCardProps {
  benefits: Benefits;
  id: BenefitId;
  /** Where its button leads, and what that says. */
  to: string;
  action: string;
}

/** A benefit with the numbers that decide about it. */
export function BenefitCard({ benefits, id, to, action }: BenefitCardProps) {
  const { t } = useTranslation();
  const facts = useFacts(benefits, id);
  const isOpen = benefits.benefits.some(({ benefitId, isOpen: open }) => benefitId === id && open);
  return (
    <ProductCard
      title={t(($) => $.rewards.benefits[id].title)}
      text={t(($) => $.rewards.benefits[id].text)}
      badge={
        isOpen ? (
          <Badge tone="good">{t(($) => $.rewards.benefits.open)}</Badge>
        ) : (
          <Badge tone="warning">{t(($) => $.rewards.benefits[id].closed)}</Badge>
        )
      }
      facts={facts}
      action={
        <Button component={Link} to={to} variant="default">
          {action}
        </Button>
      }
    />
  );
}

function useFacts(
  { signIn, tasks, invitation, feeTiers }: Benefits,
  id: BenefitId,
): { label: string; value: ReactNode }[] {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { fund, amounts } = signIn;
  const full = t(($) => $.rewards.tasks.states.full);
  if (id === 'signIn') {
    const sum = amounts.reduce((all, one) => all + (parseDecimal(one, SCALE) ?? 0n), 0n);
    return [
      {
        label: t(($) => $.rewards.benefits.signIn.most),
        value: <Amount value={formatDecimal(sum, SCALE)} asset={fund.asset} named />,
      },
      {
        label: t(($) => $.rewards.benefits.signIn.fund),
        value: <Amount value={fund.available} asset={fund.asset} named />,
      },
    ];
  }
  if (id === 'tasks') {
    const named = tasks.map(({ kind, amount, asset, left }) => ({
      label: t(($) => $.rewards.tasks.kinds[kind]),
      value: left === 0 ? full : <Amount value={amount} asset={asset} named />,
    }));
    const none = { label: t(($) => $.rewards.benefits.tasks.left), value: 0 };
    return tasks.length === 0 ? [none] : named;
  }
  if (id === 'invitation') {
    const levels = invitation.ratesPpm.map((rate, at) => ({
      label: t(($) => $.rewards.benefits.invitation.level, { level: at + 1 }),
      value: ppm(rate),
    }));
    const days = t(($) => $.rewards.benefits.invitation.days, { count: invitation.waitDays });
    return [...levels, { label: t(($) => $.rewards.benefits.invitation.wait), value: days }];
  }
  // The first tier is what each market says.
  const rates = (one: Benefits['feeTiers'][number] | undefined) =>
    one === undefined ? '' : `${ppm(one.makerPpm ?? 0)} / ${ppm(one.takerPpm ?? 0)}`;
  return [
    { label: t(($) => $.rewards.benefits.feeTiers.first), value: rates(feeTiers[1]) },
    { label: t(($) => $.rewards.benefits.feeTiers.best), value: rates(feeTiers.at(-1)) },
  ];
}
