import { lazy } from 'react';
import { DealScreen } from '../../features/spot/deal-screen.tsx';

/** The charting library is the largest part of the page, so it is loaded after the rest. */
const Chart = lazy(() => import('../../features/chart/chart.tsx'));

/** /deal: spot trading, with its chart. */
export default function Deal() {
  return <DealScreen Chart={Chart} />;
}
