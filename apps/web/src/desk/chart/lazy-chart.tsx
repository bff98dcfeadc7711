import { type ComponentProps, lazy, Suspense } from 'react';
import { ViewBar } from './view-bar.tsx';
import { Waiting } from './waiting.tsx';

/** The charting library is the largest part of a page: it comes on its own, after the rest. */
const Chart = lazy(() => import('./chart.tsx'));

/** The chart of candles; until it is there, its place with the choice of views. */
export function LazyChart(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense
      fallback={
        <>
          <ViewBar leading={props.leading} />
          <Waiting />
        </>
      }
    >
      <Chart {...props} />
    </Suspense>
  );
}
