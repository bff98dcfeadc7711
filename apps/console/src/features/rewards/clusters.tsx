import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { JoinForm, LeaveForm } from './forms.tsx';
import type { Promotions } from './use-rewards.ts';

type Pair = Promotions['likely'][number];

/** Accounts that are taken for one person, and pairs that look like it. */
export function Clusters({ promotions: { clusters, likely } }: { promotions: Promotions }) {
  const { t } = useTranslation();
  const mayPrepare = useOperator().may('house.prepare');
  const [joining, setJoining] = useState<Pair | 'any' | null>(null);
  const [leaving, setLeaving] = useState<number | null>(null);
  return (
    <>
      <Panel
        title={t(($) => $.rewards.clusters)}
        tools={
          mayPrepare ? (
            <Button size="xs" variant="default" onClick={() => setJoining('any')}>
              {t(($) => $.rewards.join)}
            </Button>
          ) : undefined
        }
      >
        {clusters.length === 0 ? (
          <EmptyState compact title={t(($) => $.rewards.noClusters)} />
        ) : (
          <ListTable
            caption={t(($) => $.rewards.clusters)}
            columns={[
              { head: t(($) => $.rewards.members), wraps: true },
              { head: t(($) => $.rewards.since) },
              { head: t(($) => $.rewards.actions), actions: true },
            ]}
          >
            {clusters.flatMap(({ clusterId, members, joinedAt }) =>
              members.map((member) => (
                <TableRow
                  key={`${clusterId} ${member}`}
                  cells={[
                    t(($) => $.rewards.memberOf, { member, cluster: clusterId }),
                    <Instant key="since" at={joinedAt} />,
                    mayPrepare ? (
                      <Button
                        key="leave"
                        size="xs"
                        variant="default"
                        onClick={() => setLeaving(member)}
                      >
                        {t(($) => $.rewards.leave, { userId: member })}
                      </Button>
                    ) : (
                      t(($) => $.none)
                    ),
                  ]}
                />
              )),
            )}
          </ListTable>
        )}
      </Panel>
      <Likely likely={likely} join={mayPrepare ? setJoining : null} />
      {joining === null ? null : (
        <JoinForm pair={joining === 'any' ? null : joining} close={() => setJoining(null)} />
      )}
      {leaving === null ? null : <LeaveForm userId={leaving} close={() => setLeaving(null)} />}
    </>
  );
}

interface LikelyProps {
  likely: readonly Pair[];
  join: ((pair: Pair) => void) | null;
}

/** Who has used the networks of who has invited them: a reason to look, and no proof. */
function Likely({ likely, join }: LikelyProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.rewards.likely)}>
      {likely.length === 0 ? (
        <EmptyState compact title={t(($) => $.rewards.noLikely)} />
      ) : (
        <ListTable
          caption={t(($) => $.rewards.likely)}
          columns={[
            { head: t(($) => $.rewards.account) },
            { head: t(($) => $.rewards.invitedBy) },
            { head: t(($) => $.rewards.networks), figure: true },
            { head: t(($) => $.rewards.actions), actions: true },
          ]}
        >
          {likely.map((pair) => (
            <TableRow
              key={pair.userId}
              cells={[
                pair.userId,
                pair.withUserId,
                pair.networks,
                join === null ? (
                  t(($) => $.none)
                ) : (
                  <Button key="join" size="xs" variant="default" onClick={() => join(pair)}>
                    {t(($) => $.rewards.join)}
                  </Button>
                ),
              ]}
            />
          ))}
        </ListTable>
      )}
    </Panel>
  );
}
