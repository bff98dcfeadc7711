import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { IconChevronRight } from '@assay/kit/icons/chevron-right.ts';
import { IconEyeOff } from '@assay/kit/icons/eye-off.ts';
import { Grid } from '@assay/kit/page/page.tsx';
import { LEVELS, type Level, type Slot, type Status } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AccountPage } from '../../ui/account-page.tsx';
import { PolicyNote } from './policy-note.tsx';
import { PATHS, STATUS_MAP } from './statuses.ts';
import { useVerification, useViews } from './use-verification.ts';
import css from './verification.module.css';

/** /sfyz: what can be proved, how far it is, and who looked at the documents. */
export default function EntryScreen() {
  const { t } = useTranslation();
  const query = useVerification();
  return (
    <AccountPage
      title={t(($) => $.verification.title)}
      lead={t(($) => $.verification.lead)}
      actions={
        <Button component={Link} to="/authentication" variant="default">
          {t(($) => $.verification.tiers.title)}
        </Button>
      }
    >
      {query.isError ? <Failure onRetry={() => void query.refetch()} /> : null}
      {query.data !== undefined ? (
        <PolicyNote policy={query.data.levels.policy} />
      ) : query.isError ? null : (
        <Skeleton height="2.75rem" />
      )}
      <Grid least="17rem">
        {LEVELS.map((level) => (
          <LevelCard key={level} level={level} status={query.data?.levels[level]} />
        ))}
      </Grid>
      <Views />
    </AccountPage>
  );
}

function LevelCard({ level, status }: { level: Level; status: Status | undefined }) {
  const { t } = useTranslation();
  const name = t(($) => $.verification.levels[level]);
  return (
    <Panel
      title={name}
      tools={
        status === undefined ? (
          <Skeleton width="5rem" height="1.125rem" />
        ) : (
          <StatusBadge map={STATUS_MAP} state={status} />
        )
      }
    >
      <PanelBody>
        <p>{t(($) => $.verification.needs[level])}</p>
        <Link to={PATHS[level]} className={css.go}>
          {status === 'none' || status === 'refused' || status === 'expired'
            ? t(($) => $.verification.begin)
            : t(($) => $.verification.look)}
          <span className="seen-by-ear">{name}</span>
          <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        </Link>
      </PanelBody>
    </Panel>
  );
}

/** Who looked at the documents: the same record that staff cannot change. */
function Views() {
  const { t } = useTranslation();
  const query = useViews();
  return (
    <Panel title={t(($) => $.verification.views.title)}>
      <PanelBody>
        <p className={css.note}>{t(($) => $.verification.views.lead)}</p>
      </PanelBody>
      <DataTable
        caption={t(($) => $.verification.views.title)}
        columns={[
          {
            name: 'at',
            head: t(($) => $.verification.views.at),
            cell: ({ at }) => <Instant at={at} />,
          },
          {
            name: 'by',
            head: t(($) => $.verification.views.by),
            cell: ({ by }) => t(($) => $.verification.views.staff, { id: by.split(':')[1] }),
          },
          {
            name: 'slot',
            head: t(($) => $.verification.views.what),
            cell: ({ slot }) => t(($) => $.verification.slots[slot as Slot]),
          },
          {
            name: 'reason',
            head: t(($) => $.verification.views.why),
            cell: ({ reason }) => t(($) => $.verification.viewReasons[reason as ViewReason]),
          },
        ]}
        rows={query.data}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        keyOf={({ at, slot }) => `${at} ${slot}`}
        state={useTableState('views')}
        empty={
          <EmptyState
            compact
            icon={<IconEyeOff size={22} stroke={1.25} aria-hidden="true" />}
            title={t(($) => $.verification.views.none)}
          />
        }
      />
    </Panel>
  );
}

type ViewReason = 'review' | 'secondLook' | 'appeal';
