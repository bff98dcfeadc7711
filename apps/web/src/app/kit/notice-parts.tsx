import { Panel } from '@assay/kit/display/panel.tsx';
import { type Notice, Notices } from '@assay/kit/feedback/notices.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Grid } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DAY, NOW, useWords } from './samples.ts';

type Filter = 'all' | 'unread';

/** The notification centre: with its filter, empty, loading, and failed. */
export function NoticeParts() {
  const w = useWords();
  const still = { unread: 0, now: NOW, onOpen: () => undefined };
  const empty = <EmptyState compact title={w.none} text={w.noneText} />;
  return (
    <Grid least="20rem">
      <Panel title={w.notices}>
        <Centre />
      </Panel>
      <Panel title={w.none}>
        <Notices {...still} label={w.none} notices={[]} empty={empty} />
      </Panel>
      <Panel title={w.tableLoading}>
        <Notices {...still} label={w.tableLoading} notices={undefined} empty={empty} />
      </Panel>
      <Panel title={w.tableFailed}>
        <Notices
          {...still}
          failed
          onRetry={() => undefined}
          label={w.tableFailed}
          notices={undefined}
          empty={empty}
        />
      </Panel>
    </Grid>
  );
}

function Centre() {
  const w = useWords();
  const [filter, setFilter] = useState<Filter>('all');
  const [read, setRead] = useState<readonly string[]>(['c']);
  const look = (
    <Button size="xs" variant="default">
      {w.look}
    </Button>
  );
  const all: Notice[] = [
    { id: 'a', title: w.noticeOne, text: w.sentence, at: NOW - 3_600_000 },
    { id: 'b', title: w.noticeTwo, text: w.from, at: NOW - DAY, action: look },
    { id: 'c', title: w.noticeThree, at: NOW - 5 * DAY },
  ].map((notice) => ({ ...notice, unread: !read.includes(notice.id) }));
  const shown = all.filter(({ unread }) => filter === 'all' || unread);
  return (
    <Notices
      label={w.notices}
      notices={shown}
      unread={all.filter(({ unread }) => unread).length}
      now={NOW}
      empty={<EmptyState compact title={w.noUnread} />}
      filters={[
        { value: 'all', text: w.all },
        { value: 'unread', text: w.unread },
      ]}
      filter={filter}
      onFilter={setFilter}
      onOpen={(id) => setRead([...read, id])}
      onReadAll={() => setRead(all.map(({ id }) => id))}
      more={
        <Button size="xs" variant="default">
          {w.older}
        </Button>
      }
    />
  );
}
