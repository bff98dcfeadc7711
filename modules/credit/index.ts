import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { type Refusal, refuse } from '@assay/core/schema/outcome';
import type { Actor, CallContext } from '@assay/platform/http/context';
import { type CallSet, callSet } from '@assay/platform/http/route';
import {
  CREDIT_PARTS,
  type CreditInputs,
  gradeOf,
  MOST_POINTS,
  MOST_SCORE,
  pointsOf,
  scoreOf,
} from './rules.ts';
import { calls } from './schema.ts';

export interface CreditOptions {
  /** What is known of a person now. */
  inputsOf(userId: number, now: number): Promise<CreditInputs>;
  /** Begins a conversation of this person with support. */
  openTicket(
    text: string,
    context: CallContext & { readonly actor: Actor },
  ): Promise<{ readonly ticketId: number } | Refusal<'tooManyOpen'>>;
}

/** The score is computed when it is asked for: no table has it, and nothing else reads it. */
export function createCreditCalls({ inputsOf, openTicket }: CreditOptions): CallSet {
  const assess = async (userId: number, now: number) => {
    const inputs = await inputsOf(userId, now);
    const points = pointsOf(inputs, now);
    return { inputs, points, score: scoreOf(points) };
  };
  return callSet(calls, {
    getCreditScore: async (_input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const { inputs, points, score } = await assess(actor.userId, now);
      return {
        ...{ score, most: MOST_SCORE, grade: gradeOf(score), assessedAt: now },
        inputs: { ...inputs, volume: formatDecimal(inputs.volume, SCALE) },
        parts: CREDIT_PARTS.map((part) => {
          return { part, points: points[part], most: MOST_POINTS[part] };
        }),
      };
    },
    appealCreditScore: async ({ text }, context) => {
      const { actor, now } = context;
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const { points, score } = await assess(actor.userId, now);
      const parts = CREDIT_PARTS.map((part) => `${part} ${points[part]}`).join(', ');
      return openTicket(`${text}\n\n${score}/${MOST_SCORE}: ${parts}`, context);
    },
  });
}
