import { Refusal } from '@assay/core/schema/outcome';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import type { calls } from './schema/index.ts';

/** Trial funds for contracts, each in an account of its own (decision 0152). */
export interface CfdTrials {
  /** Whose account trial funds of a person are; null: the person has no such ones. */
  ownerOf(voucherId: number, userId: number): number | null;
  /** Whether orders are taken of it now: it goes on, and its person may be given something. */
  mayOpen(voucherId: number, userId: number, now: number): Promise<boolean>;
}

type Context = CallContext & { readonly actor: Actor };

/**
 * The caller, as whose account acts: their own, or that of their trial funds. What law and limits
 * say of the person is asked with the caller's own context.
 */
function actingAs(
  trials: CfdTrials,
  voucherId: number | undefined,
  context: Context,
): Context | null {
  if (voucherId === undefined) return context;
  const { actor } = context;
  const userId = actor.realm === 'real' ? trials.ownerOf(voucherId, actor.userId) : null;
  return userId === null ? null : { ...context, actor: { ...actor, userId } };
}

/** The same, where something is opened. */
export async function openingAs(
  trials: CfdTrials,
  voucherId: number | undefined,
  context: Context,
): Promise<Context | null> {
  const acting = actingAs(trials, voucherId, context);
  if (voucherId === undefined || acting === null) return acting;
  const mayOpen = await trials.mayOpen(voucherId, context.actor.userId, context.now);
  return mayOpen ? acting : null;
}

/** What is asked or done of one account, and of which the caller names the trial funds. */
const OF_ACCOUNT = [
  ...(['cancelCfdOrder', 'closeCfdPositions', 'protectCfdPosition', 'setCfdMode'] as const),
  ...(['getCfdAccount', 'getCfdReceipt', 'getCfdReceipts'] as const),
] as const;
type OfAccount = Pick<Handlers<typeof calls>, (typeof OF_ACCOUNT)[number]>;
type AnyCall = (input: object, context: Context) => Promise<unknown>;

/** Handlers that know one account, for that of the caller and those of their trial funds. */
export function withTrials<H extends OfAccount>(handlers: H, trials: CfdTrials): H {
  const wrapped = OF_ACCOUNT.map((name) => {
    const handle = handlers[name] as unknown as AnyCall;
    const call = async (
      { voucherId, ...input }: { readonly voucherId?: number | undefined },
      context: Context,
    ) => {
      const acting = actingAs(trials, voucherId, context);
      return acting === null ? new Refusal('trialFundsNotUsable') : handle(input, acting);
    };
    return [name, call] as const;
  });
  return { ...handlers, ...Object.fromEntries(wrapped) };
}
