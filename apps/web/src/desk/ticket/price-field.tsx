import type { ComponentProps } from 'react';
import { useDesk } from '../context.tsx';
import type { Problem } from './check.ts';
import { Field } from './field.tsx';
import { useProblemText } from './problem-text.ts';
import { useForm } from './use-ticket.ts';

type Look = Pick<ComponentProps<typeof Field>, 'label' | 'tools' | 'optional' | 'placeholder'>;

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
    <Field
      {...look}
      unit={market.quote}
      value={form[name]}
      onChange={change}
      onStep={(steps) => step(name, steps)}
      problem={problemOf(name)}
    />
  );
}
