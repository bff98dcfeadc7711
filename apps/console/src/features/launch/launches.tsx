import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { Applications } from './applications.tsx';
import { CancelForm, DrawForm, PayOutForm } from './forms.tsx';
import { ListForm } from './list-form.tsx';
import { PublishForm } from './publish-form.tsx';
import { type Desk, type Launch, useLaunches } from './use-launches.ts';

type Asked =
  | { readonly what: 'publish' }
  | { readonly what: 'cancel' | 'draw' | 'payOut' | 'list'; readonly launch: Launch };

/** New coins: projects, what they raised, and who waits to take part. */
export function Launches() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const desk = useLaunches();
  return (
    <Page>
      <PageHead title={t(($) => $.launches.title)} lead={t(($) => $.launches.lead)} />
      <Stack>
        <Loaded query={desk}>{(data) => <Projects desk={data} />}</Loaded>
        {may('verification.read') ? <Applications /> : null}
      </Stack>
    </Page>
  );
}

function Projects({ desk: { projects, funded } }: { desk: Desk }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const canPrepare = may('house.prepare');
  return (
    <>
      <Panel
        title={t(($) => $.launches.projects)}
        tools={
          canPrepare ? (
            <Button size="xs" onClick={() => ask({ what: 'publish' })}>
              {t(($) => $.launches.publish)}
            </Button>
          ) : undefined
        }
      >
        {projects.length === 0 ? (
          <EmptyState compact title={t(($) => $.launches.nothing)} />
        ) : (
          <ListTable
            caption={t(($) => $.launches.projects)}
            columns={[
              { head: t(($) => $.launches.coin) },
              { head: t(($) => $.launches.phase) },
              { head: t(($) => $.launches.closes) },
              { head: t(($) => $.launches.subscribed), figure: true },
              { head: t(($) => $.launches.people), figure: true },
              { head: t(($) => $.launches.raised), figure: true },
              { head: t(($) => $.launches.actions), actions: true },
            ]}
          >
            {projects.map((launch) => (
              <TableRow
                key={launch.launchId}
                cells={[
                  launch.symbol,
                  t(($) => $.launches.phases[launch.phase]),
                  <Instant key="closes" at={launch.closesAt} />,
                  <Amount key="asked" value={launch.subscribed} asset={launch.symbol} />,
                  `${launch.people}`,
                  <Amount key="raised" named value={launch.raised} asset="USDT" />,
                  canPrepare ? <Actions key="do" launch={launch} ask={ask} /> : '—',
                ]}
              />
            ))}
          </ListTable>
        )}
      </Panel>
      <Panel title={t(($) => $.launches.funded)}>
        <PanelBody>
          {funded.length === 0 ? <p>{t(($) => $.launches.notFunded)}</p> : null}
          {funded.map(({ asset, quantity }) => (
            <p key={asset}>
              <Amount named value={quantity} asset={asset} />
            </p>
          ))}
        </PanelBody>
      </Panel>
      {asked?.what === 'publish' ? <PublishForm funded={funded} close={close} /> : null}
      {asked?.what === 'cancel' ? <CancelForm launch={asked.launch} close={close} /> : null}
      {asked?.what === 'list' ? <ListForm launch={asked.launch} close={close} /> : null}
      {asked?.what === 'draw' ? <DrawForm launch={asked.launch} close={close} /> : null}
      {asked?.what === 'payOut' ? <PayOutForm launch={asked.launch} close={close} /> : null}
    </>
  );
}

const BEFORE = new Set<string>(['announced', 'open', 'awaiting', 'calculating']);

/** What two people can still decide about it. */
function Actions({ launch, ask }: { launch: Launch; ask(asked: Asked): void }) {
  const { t } = useTranslation();
  const { phase, paidOut, market, awaited } = launch;
  // Once somebody can know who wins, nobody ends a lottery any more.
  const isThere = awaited !== null && Date.now() >= awaited.roundAt;
  const isBefore = BEFORE.has(phase) && !isThere;
  const canPay = phase === 'locked' || phase === 'listed' || phase === 'cancelled';
  return (
    <Buttons>
      {isBefore ? (
        <Button size="xs" variant="default" onClick={() => ask({ what: 'cancel', launch })}>
          {t(($) => $.launches.cancel)}
        </Button>
      ) : null}
      {isThere ? (
        <Button size="xs" onClick={() => ask({ what: 'draw', launch })}>
          {t(($) => $.launches.draw)}
        </Button>
      ) : null}
      {canPay && !paidOut ? (
        <Button size="xs" variant="default" onClick={() => ask({ what: 'payOut', launch })}>
          {t(($) => $.launches.payOut)}
        </Button>
      ) : null}
      {phase === 'locked' && market === '' ? (
        <Button size="xs" variant="default" onClick={() => ask({ what: 'list', launch })}>
          {t(($) => $.launches.list)}
        </Button>
      ) : null}
    </Buttons>
  );
}
