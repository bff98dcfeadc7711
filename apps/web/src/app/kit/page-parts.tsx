import { Count } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { NavMenu } from '@assay/kit/page/nav-menu.tsx';
import { Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Splitter } from '@assay/kit/page/splitter.tsx';
import { Stepper } from '@assay/kit/page/stepper.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { Ways } from '@assay/kit/page/ways.tsx';
import { useState } from 'react';
import css from './kit-screen.module.css';
import { useWords } from './samples.ts';
import { Specimen } from './specimen.tsx';

export function PageParts() {
  const w = useWords();
  return (
    <Stack>
      <TabParts />
      <Specimen title={w.narrow}>
        <NavMenu
          label={w.areas}
          links={[
            { to: '/kit', text: w.overview },
            { to: '/kit/history', text: w.history },
          ]}
        />
      </Specimen>
      <Specimen title={w.steps}>
        <Stepper label={w.steps} steps={[w.stepOne, w.stepTwo, w.stepThree]} at={1} />
      </Specimen>
      <Specimen title={w.areas}>
        <Ways
          ways={[
            { to: '/kit', title: w.overview, text: w.sentence },
            { to: '/kit/history', title: w.history, foot: <Count>{3}</Count> },
          ]}
        />
      </Specimen>
      <Panels />
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

function Panels() {
  const w = useWords();
  const [size, setSize] = useState(240);
  return (
    <Specimen title={w.splitter} flush>
      <div className={css.panels} style={{ gridTemplateColumns: `${size}px auto 1fr` }}>
        <p className={css.specimen}>{w.sentence}</p>
        <Splitter
          label={w.splitter}
          edge="end"
          {...{ value: size, least: 160, most: 400, usual: 240 }}
          onMove={setSize}
          onChange={setSize}
        />
        <p className={css.specimen}>{w.note}</p>
      </div>
    </Specimen>
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
  const choice = { options, value: segment, onChange: setSegment };
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
        <Segments {...choice} label={w.state} />
        <Segments disabled label={w.side} options={options} value="open" onChange={setSegment} />
      </div>
      <Segments fill {...choice} label={w.select} />
      <div className={css.row}>
        <Segments dense {...choice} label={w.table} />
        <Segments look="tools" {...choice} label={w.action} />
        <Segments look="lines" {...choice} label={w.columns} />
      </div>
      <Segments dense look="lines" {...choice} label={w.note} />
    </Specimen>
  );
}
