import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useUnreadWords } from '@assay/kit/input/number-input.tsx';
import { useDesk } from '../context.tsx';
import type { Problem, TicketField } from './check.ts';
import { useForm } from './use-ticket.ts';

/**
 * The sentence for what is wrong with a field, with the exact number of the rule; undefined when
 * nothing is.
 */
export function useProblemText(problems: readonly Problem[]) {
  const { market, product } = useDesk();
  const { refusal } = product.useWords();
  const format = useFormat();
  const form = useForm();
  const unread = useUnreadWords();
  return (field: TicketField): string | undefined => {
    const notRead = unread(form[field]);
    if (notRead !== undefined) return notRead;
    const problem = problems.find((each) => each.field === field);
    if (problem === undefined) return undefined;
    const limit = problem.limit === '' ? '' : format.plain(problem.limit);
    const { base, quote } = market;
    const held = product.heldIn(market, form.side);
    return refusal(problem.refusal, { limit, base, quote, held });
  };
}
