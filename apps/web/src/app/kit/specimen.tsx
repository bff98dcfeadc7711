import { Panel } from '@assay/kit/display/panel.tsx';
import type { ReactNode } from 'react';
import css from './kit-screen.module.css';

/** One part in its states, in a panel; `flush` for what has edges of its own. */
export function Specimen(props: { title: string; flush?: boolean; children: ReactNode }) {
  const { title, flush = false, children } = props;
  return (
    <Panel title={title}>
      <div className={flush ? css.flush : css.specimen}>{children}</div>
    </Panel>
  );
}
