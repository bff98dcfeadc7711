import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { KeyValues, Timeline } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CallError } from '../../lib/api/errors.ts';
import { useTitle } from '../../ui/use-title.ts';
import { ResultCheck } from './check.tsx';
import { Left, Subscribed } from './list-screen.tsx';
import { Lottery } from './lottery.tsx';
import { PHASES, wayOf } from './phases.ts';
import { Ticket } from './ticket.tsx';
import { type Info, type Project, useProject } from './use-launch.ts';

/** /subscribe?id=: one project, and taking part in it. */
export default function SubscribeScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = Number(params.get('id') ?? '');
  const launchId = Number.isSafeInteger(id) && id > 0 ? id : 0;
  const { data, error, refetch } = useProject(launchId);
  const title = data?.project.name || t(($) => $.launch.project);
  useTitle(title);
  const trail = [{ text: t(($) => $.launch.title), to: '/subscription' }];
  const isUnknown = launchId === 0 || (error instanceof CallError && error.kind === 'refusal');
  return (
    <Page>
      <PageHead
        title={title}
        trail={trail}
        {...(data === undefined
          ? {}
          : { actions: <StatusBadge map={PHASES} state={data.project.phase} /> })}
      />
      {isUnknown ? (
        <EmptyState
          title={t(($) => $.launch.unknown)}
          action={<TextLink to="/subscription">{t(($) => $.launch.all)}</TextLink>}
        />
      ) : data !== undefined ? (
        <Whole info={data} />
      ) : error === null ? (
        <Skeleton height="32rem" />
      ) : (
        <Failure onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

const CHECKED = new Set(['locked', 'listed', 'cancelled']);

function Whole({ info }: { info: Info }) {
  const { t } = useTranslation();
  const { project, mine } = info;
  return (
    <TwoColumns
      aside={
        <>
          <Ticket info={info} />
          <Way project={project} />
        </>
      }
    >
      <Stack>
        {project.reason === '' ? null : (
          <Callout tone="danger" title={t(($) => $.launch.cancelledBecause)}>
            {project.reason === 'roundMissed' ? t(($) => $.launch.lottery.missed) : project.reason}
          </Callout>
        )}
        <Sale project={project} />
        {project.lottery === null ? null : <Lottery info={info} lottery={project.lottery} />}
        <About project={project} />
        {CHECKED.has(project.phase) ? (
          <ResultCheck
            launchId={project.launchId}
            number={mine?.subscription?.number ?? null}
            isLottery={project.lottery !== null}
          />
        ) : null}
      </Stack>
    </TwoColumns>
  );
}

/** The numbers first. */
function Sale({ project }: { project: Project }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { symbol, price, supply, issued, cap, most, lot, subscribed, remaining } = project;
  const { people, opensAt, closesAt, listsAt, phase, sold, raised, withdrawable } = project;
  const coins = (value: string) => <Amount named value={value} asset={symbol} />;
  const isOver = CHECKED.has(phase);
  return (
    <Panel title={t(($) => $.launch.sale)}>
      <PanelBody>
        <Stack>
          <Subscribed card={project} />
          <KeyValues
            columns={3}
            items={[
              {
                label: t(($) => $.launch.price),
                value: <Amount named value={price} asset="USDT" />,
              },
              { label: t(($) => $.launch.supply), value: coins(supply) },
              { label: t(($) => $.launch.issued), value: coins(issued) },
              { label: t(($) => $.launch.total), value: coins(subscribed) },
              { label: t(($) => $.launch.remaining), value: coins(remaining) },
              { label: t(($) => $.launch.people), value: format.integer(people) },
              { label: t(($) => $.launch.mode), value: t(($) => $.launch.modes[project.mode]) },
              { label: t(($) => $.launch.cap), value: coins(cap) },
              { label: t(($) => $.launch.most), value: coins(most) },
              { label: t(($) => $.launch.lot), value: coins(project.lottery?.ticket ?? lot) },
              { label: t(($) => $.launch.opensAt), value: <Instant at={opensAt} /> },
              { label: t(($) => $.launch.closesAt), value: <Instant at={closesAt} /> },
              { label: t(($) => $.launch.listsAt), value: <Instant at={listsAt} /> },
              {
                label: t(($) => $.launch.lockDays),
                value: t(($) => $.launch.days, { n: project.lockDays }),
              },
              {
                label: t(($) => $.launch.takeBack),
                value: withdrawable ? t(($) => $.launch.yes) : t(($) => $.launch.no),
              },
              ...(isOver
                ? [
                    { label: t(($) => $.launch.sold), value: coins(sold) },
                    {
                      label: t(($) => $.launch.raised),
                      value: <Amount named value={raised} asset="USDT" />,
                    },
                  ]
                : []),
            ]}
          />
          {project.lottery === null ? <p>{t(($) => $.launch.rule)}</p> : null}
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function About({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { about, website, documents, releases, eligibility, market } = project;
  const format = useFormat();
  const { tier, countries, review } = eligibility;
  return (
    <>
      <Panel title={t(($) => $.launch.about)}>
        <PanelBody>
          <Stack>
            <p>{about}</p>
            <KeyValues
              items={[
                {
                  label: t(($) => $.launch.website),
                  value: (
                    <a href={website} rel="noopener noreferrer nofollow" target="_blank">
                      <Ltr>{website}</Ltr>
                    </a>
                  ),
                },
                ...documents.map(({ title, link, sha256 }) => ({
                  label: title,
                  value: (
                    <>
                      <a href={link} rel="noopener noreferrer nofollow" target="_blank">
                        <Ltr>{link}</Ltr>
                      </a>{' '}
                      <small>
                        {t(($) => $.launch.hash)} <Ltr>{sha256}</Ltr>
                      </small>
                    </>
                  ),
                  wide: true,
                })),
                {
                  label: t(($) => $.launch.whom),
                  value: [
                    t(($) => $.launch.tiers[tier]),
                    ...(countries.length === 0
                      ? []
                      : [t(($) => $.launch.excluded, { list: countries.join(', ') })]),
                    ...(review ? [t(($) => $.launch.reviewed)] : []),
                  ].join(' '),
                },
              ]}
            />
            {market === '' ? null : (
              <TextLink to={`/deal?market=${market}`}>{t(($) => $.launch.trade)}</TextLink>
            )}
          </Stack>
        </PanelBody>
      </Panel>
      <Panel title={t(($) => $.launch.releases)}>
        <PanelBody>
          <FigureLines
            lines={releases.map(({ sharePpm, at, days }) => ({
              label: days === 0 ? t(($) => $.launch.atResult) : format.dateTime(at),
              value: format.ppm(sharePpm),
            }))}
          />
        </PanelBody>
      </Panel>
    </>
  );
}

/** The phases with their times, and what comes next. */
function Way({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { moves, phase, opensAt, closesAt, listsAt } = project;
  const { lottery } = project;
  const drawn =
    lottery === null
      ? { calculating: closesAt }
      : { awaiting: closesAt, calculating: lottery.roundAt };
  const planned: Partial<Record<string, number>> = { open: opensAt, ...drawn, listed: listsAt };
  const way = phase === 'cancelled' ? [...moves.map((move) => move.phase)] : wayOf(project);
  const here = way.indexOf(phase);
  return (
    <Panel title={t(($) => $.launch.way)}>
      <PanelBody>
        <Stack>
          {phase === 'announced' || phase === 'open' ? <Left card={project} /> : null}
          <Timeline
            label={t(($) => $.launch.way)}
            events={way.map((one, i) => {
              const at = moves.find((move) => move.phase === one)?.at ?? planned[one];
              return {
                id: one,
                title: PHASES[one].label(t),
                ...(at === undefined ? {} : { when: <Instant at={at} /> }),
                state:
                  one === 'cancelled'
                    ? 'failed'
                    : i < here
                      ? 'done'
                      : i === here
                        ? 'current'
                        : 'ahead',
              };
            })}
          />
        </Stack>
      </PanelBody>
    </Panel>
  );
}
