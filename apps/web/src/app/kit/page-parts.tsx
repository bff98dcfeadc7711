import { Count } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Stepper } from '@assay/kit/page/stepper.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useState } from 'react';
import css from './kit-screen.module.css';
import { useWords } from './samples.ts';
import { Specimen } from './specimen.tsx';

export function PageParts() {
  const w = useWords();
  return (
    <Stack>
      <TabParts />
      <Specimen title={w.steps}>
        <Stepper label={w.steps} steps={[w.stepOne, w.stepTwo, w.stepThree]} at={1} />
      </Specimen>
      <TwoColumns
        aside={
          <Panel title={w.note}>
            <p className={css.specimen}>{w.sentence}</p>
          </Panel>
        }
      >
        <Panel title={w.columns}>
          <p className={css.specimen}>{w.sentence}</p>
        </Panel>
      </TwoColumns>
    </Stack>
  );
}

function TabParts() {
  const w = useWords();
  const [tab, setTab] = useState<'open' | 'closed'>('open');
  const [segment, setSegment] = useState<'all' | 'open' | 'closed'>('all');
  const tabs = [
    {
      name: 'open' as const,
      text: (
        <>
          {w.open} <Count>{12}</Count>
        </>
      ),
    },
    { name: 'closed' as const, text: w.closed },
  ];
  const options = [
    { value: 'all' as const, text: w.all },
    { value: 'open' as const, text: w.open },
    { value: 'closed' as const, text: w.closed },
  ];
  return (
    <Specimen title={w.tabs}>
      <div className={css.framed}>
        <Tabs label={w.tabs} tabs={tabs} value={tab} onChange={setTab}>
          <p className={css.specimen}>{w.sentence}</p>
        </Tabs>
      </div>
      <div className={css.framed}>
        <Tabs dense label={w.table} tabs={tabs} value={tab} onChange={setTab}>
          <p className={css.specimen}>{w.sentence}</p>
        </Tabs>
      </div>
      <div className={css.row}>
        <Segments label={w.state} options={options} value={segment} onChange={setSegment} />
        <Segments disabled label={w.side} options={options} value="open" onChange={setSegment} />
      </div>
      <Segments fill label={w.select} options={options} value={segment} onChange={setSegment} />
    </Specimen>
  );
}
