import type { ReactNode } from 'react';
import { Segments, type SegmentsProps } from './segments.tsx';

interface Side<Value extends string> {
  readonly value: Value;
  /** A word, also where an arrow is before it: colour only repeats it. */
  readonly text: ReactNode;
}

interface SideChoiceProps<Value extends string>
  extends Pick<SegmentsProps<Value>, 'label' | 'value' | 'onChange' | 'disabled'> {
  /** First the one that gains when the price rises. */
  sides: readonly [Side<Value>, Side<Value>];
}

/** On which side of a market an order is: two segments in the colours of buying and selling. */
export function SideChoice<Value extends string>({ sides, ...choice }: SideChoiceProps<Value>) {
  const [rise, fall] = sides;
  const options = [
    { ...rise, tone: 'buy' as const },
    { ...fall, tone: 'sell' as const },
  ];
  return <Segments fill options={options} {...choice} />;
}
