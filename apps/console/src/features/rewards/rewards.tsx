import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { Clusters } from './clusters.tsx';
import { FundForm } from './forms.tsx';
import { Invitations } from './invitations.tsx';
import { Tasks } from './tasks.tsx';
import { type Fund, useBudgets, useFund, usePromotions } from './use-rewards.ts';

/** The fund of rewards, what invitations cost, and accounts that are taken for one person. */
export function Rewards() {
  const { t } = useTranslation();
  const fund = useFund();
  const budgets = useBudgets();
  const promotions = usePromotions();
  return (
    <Page>
      <PageHead
        title={t(($) => $.rewards.title)}
        lead={t(($) => $.rewards.lead)}
        actions={<TextLink to="/parameters">{t(($) => $.rewards.terms)}</TextLink>}
      />
      <Stack>
        <Loaded query={fund}>{(data) => <FundPart fund={data} />}</Loaded>
        <Loaded query={budgets}>{(data) => <Tasks budgets={data} />}</Loaded>
        <Loaded query={promotions}>
          {(data) => (
            <Stack>
              <Invitations promotions={data} />
              <Clusters promotions={data} />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}

const FEW_DAYS = 14;

function FundPart({ fund }: { fund: Fund }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [filling, setFilling] = useState(false);
  const { asset, available, paid, people, lastsDays, days } = fund;
  return (
    <>
      <StatCards>
        <StatCard
          label={t(($) => $.rewards.available)}
          value={<Amount value={available} asset={asset} named />}
        />
        <StatCard
          label={t(($) => $.rewards.paid)}
          value={<Amount value={paid} asset={asset} named />}
          note={t(($) => $.rewards.people, { count: people })}
        />
        <StatCard
          label={t(($) => $.rewards.lasts)}
          value={
            lastsDays === null
              ? t(($) => $.rewards.unused)
              : t(($) => $.rewards.days, { count: lastsDays })
          }
        />
      </StatCards>
      {lastsDays !== null && lastsDays < FEW_DAYS ? (
        <Callout tone="warning">{t(($) => $.rewards.soonEmpty)}</Callout>
      ) : null}
      <Panel
        title={t(($) => $.rewards.fund)}
        tools={
          may('house.prepare') ? (
            <Button size="xs" variant="default" onClick={() => setFilling(true)}>
              {t(($) => $.rewards.fill)}
            </Button>
          ) : undefined
        }
      >
        {days.length === 0 ? (
          <EmptyState compact title={t(($) => $.rewards.nonePaid)} />
        ) : (
          <ListTable
            caption={t(($) => $.rewards.fund)}
            columns={[
              { head: t(($) => $.rewards.day) },
              { head: t(($) => $.rewards.count), figure: true },
              { head: t(($) => $.rewards.amount), figure: true },
            ]}
          >
            {days.map(({ day, rewards, amount }) => (
              <TableRow
                key={day}
                cells={[
                  <Ltr key="day">{day}</Ltr>,
                  rewards,
                  <Amount key="amount" value={amount} asset={asset} named />,
                ]}
              />
            ))}
          </ListTable>
        )}
      </Panel>
      {filling ? <FundForm asset={asset} close={() => setFilling(false)} /> : null}
    </>
  );
}
