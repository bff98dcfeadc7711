import { assert } from '../num/integer.ts';

/** What a member of staff may do, such as `wallet.approve`. A role of staff is a set of rights. */
export type Right = `${string}.${string}`;

/** Who has to agree to a command, and for how long they may. */
export interface ApprovalPolicy {
  /** How many people it takes, the preparer among them. */
  readonly needs: number;
  /** The rights to prepare the command and to decide over it. */
  readonly prepare: Right;
  readonly decide: Right;
  readonly expiresMs: number;
  /** Whether the preparer may approve too, as one of those who are needed: in a trial only. */
  readonly samePersonAllowed: boolean;
}

/** What a module declares. Whether one person may play two is for the installation to say. */
export interface DeclaredPolicy<Body> extends Omit<ApprovalPolicy, 'samePersonAllowed'> {
  /**
   * Which of these commands need approval, where not all do: those above an amount, or to the
   * disadvantage of customers. The command's own rule has not looked at the body yet; the answer
   * for a body that cannot be read is true.
   */
  readonly when?: (body: Body) => boolean;
}

/** A module's commands that need approval: type of command → policy. */
export type Approvals<Commands> = { readonly [T in keyof Commands]?: DeclaredPolicy<Commands[T]> };

/** Checks and returns a module's table; `Commands` is its map of command types to bodies. */
export function defineApprovals<Commands>(approvals: Approvals<Commands>): Approvals<Commands> {
  for (const [type, policy] of Object.entries<DeclaredPolicy<never> | undefined>(approvals)) {
    if (policy === undefined) continue;
    const { needs, expiresMs } = policy;
    assert(Number.isSafeInteger(needs) && needs >= 2, `${type} needs two people or more`);
    assert(Number.isSafeInteger(expiresMs) && expiresMs > 0, `proposals of ${type} expire`);
  }
  return approvals;
}

/**
 * The tables of all modules, put together by the composition root, which also knows whether this
 * installation lets one person play two.
 */
export class ApprovalTable {
  readonly #policies = new Map<string, DeclaredPolicy<never>>();
  readonly #samePersonAllowed: boolean;

  constructor(
    parts: Iterable<Approvals<Record<string, never>>>,
    installation: { readonly samePersonAllowed: boolean },
  ) {
    this.#samePersonAllowed = installation.samePersonAllowed;
    for (const part of parts) {
      for (const [type, policy] of Object.entries(part)) {
        if (policy === undefined) continue;
        assert(!this.#policies.has(type), `only one module declares ${type}`);
        this.#policies.set(type, policy);
      }
    }
  }

  /** Every type of command that is declared; each has to be one that the engine knows. */
  get commandTypes(): string[] {
    return [...this.#policies.keys()];
  }

  /** The policy under which the command is prepared; null when it runs without approval. */
  policyOf(type: string, body: object): ApprovalPolicy | null {
    const declared = this.#policies.get(type);
    if (declared === undefined || declared.when?.(body as never) === false) return null;
    const { needs, prepare, decide, expiresMs } = declared;
    return { needs, prepare, decide, expiresMs, samePersonAllowed: this.#samePersonAllowed };
  }

  /** Asked for each command that comes by itself: one that needs approval is refused to anybody. */
  refuseUnapproved(type: string, body: object): 'approvalNeeded' | null {
    return this.policyOf(type, body) === null ? null : 'approvalNeeded';
  }
}
