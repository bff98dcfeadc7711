import { NumberField } from '@assay/kit/input/number-field.tsx';
import type { ComponentProps } from 'react';
import { useDesk } from '../context.tsx';
import type { Problem } from './check.ts';
import { useProblemText } from './problem-text.ts';
import { useForm } from './use-ticket.ts';

type Look = Pick<
  ComponentProps<typeof NumberField>,
  'label' | 'beside' | 'optional' | 'placeholder'
>;

interface PriceFieldProps extends Look {
  name: 'price' | 'trigger' | 'stopPrice';
  problems: readonly Problem[];
}

/** One of the prices of the ticket: typed, or stepped by ticks. */
export function PriceField({ name, problems, ...look }: PriceFieldProps) {
  const { market, ticket } = useDesk();
  const form = useForm();
  const problemOf = useProblemText(problems);
  const { setPrice, setTrigger, setStopPrice, step } = ticket.getState();
  const change = { price: setPrice, trigger: setTrigger, stopPrice: setStopPrice }[name];
  return (
    <NumberField
      {...look}
      unit={market.quote}
      value={form[name]}
      onChange={change}
      onStep={(steps) => step(name, steps)}
      error={problemOf(name)}
    />
  );
}
