import { lazy } from 'react';
import { DeskScreen } from '../../desk/desk-screen.tsx';

/** The charting library is the largest part of the page: it comes on its own, after the rest. */
const Chart = lazy(() => import('../../desk/chart/chart.tsx'));

/** /deal: spot trading, with its chart. */
export default function Deal() {
  return <DeskScreen Chart={Chart} />;
}
