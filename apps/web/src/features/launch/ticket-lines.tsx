import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import type { TFunction } from 'i18next';
import type { Mine } from './use-launch.ts';

/** Somebody's tickets in a lottery: how many, their numbers from the close on, and which won. */
export function ticketLines(
  t: TFunction,
  { tickets, allotted }: NonNullable<Mine['subscription']>,
): readonly FigureLine[] {
  if (tickets === undefined) return [];
  const { count, first, won } = tickets;
  const numbers = count === 1 ? `${first}` : `${first} – ${first + count - 1}`;
  const none = t(($) => $.launch.lottery.noneWon);
  return [
    { label: t(($) => $.launch.lottery.own), value: `${count}` },
    {
      label: t(($) => $.launch.lottery.numbers),
      value: first === 0 ? null : <Ltr>{numbers}</Ltr>,
    },
    {
      label: t(($) => $.launch.lottery.won),
      value: allotted === '' ? null : won.length === 0 ? none : <Ltr>{won.join(', ')}</Ltr>,
    },
  ];
}
