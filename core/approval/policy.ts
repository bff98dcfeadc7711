import { assert } from '../num/integer.ts';
import { DAY } from '../time.ts';

/** What a member of staff may do, such as `wallet.approve`. A role of staff is a set of rights. */
export type Right = `${string}.${string}`;

/** How many people have to agree to a command, with which rights, and within what time. */
export interface ApprovalPolicy {
  /** How many people have to agree, the preparer included. */
  readonly needs: number;
  /** The rights to prepare the command and to decide on it. */
  readonly prepare: Right;
  readonly decide: Right;
  readonly expiresMs: number;
  /** Whether the preparer's own approval counts as well: only in a trial installation. */
  readonly samePersonAllowed: boolean;
}

/**
 * Two people within a day, unless it says otherwise: one prepares, another decides, by the rights
 * of an area of staff's work.
 */
export function byTwo(area: string, expiresMs = DAY) {
  const [prepare, decide]: [Right, Right] = [`${area}.prepare`, `${area}.approve`];
  return { needs: 2, prepare, decide, expiresMs } as const;
}

/** What a module declares. Only the installation decides whether the preparer may approve. */
export interface DeclaredPolicy<Body> extends Omit<ApprovalPolicy, 'samePersonAllowed'> {
  /**
   * Which of these commands need approval, when not all do: those above an amount, or to the
   * disadvantage of customers. The command's own rule has not checked the body yet, so a body that
   * cannot be read must give true.
   */
  readonly when?: (body: Body) => boolean;
}

/** Command type → policy, for the commands of a module that need approval. */
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
 * The tables of all modules, joined by the composition root, which also knows whether this
 * installation lets the preparer approve.
 */
export class ApprovalTable {
  readonly #policies = new Map<string, DeclaredPolicy<never>>();
  /** Whether one person may play two: only in a trial installation. */
  readonly samePersonAllowed: boolean;

  constructor(
    parts: Iterable<Approvals<Record<string, never>>>,
    installation: { readonly samePersonAllowed: boolean },
  ) {
    this.samePersonAllowed = installation.samePersonAllowed;
    for (const part of parts) {
      for (const [type, policy] of Object.entries(part)) {
        if (policy === undefined) continue;
        assert(!this.#policies.has(type), `only one module declares ${type}`);
        this.#policies.set(type, policy);
      }
    }
  }

  /** Every declared command type; each must be one that the engine knows. */
  get commandTypes(): string[] {
    return [...this.#policies.keys()];
  }

  /** The policy that applies to the command; null when it needs no approval. */
  policyOf(type: string, body: object): ApprovalPolicy | null {
    const declared = this.#policies.get(type);
    if (declared === undefined || declared.when?.(body as never) === false) return null;
    const { needs, prepare, decide, expiresMs } = declared;
    return { needs, prepare, decide, expiresMs, samePersonAllowed: this.samePersonAllowed };
  }

  /** Called for each command sent without approval: refused, whoever sends it, if it needs one. */
  refuseUnapproved(type: string, body: object): 'approvalNeeded' | null {
    return this.policyOf(type, body) === null ? null : 'approvalNeeded';
  }
}
