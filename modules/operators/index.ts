import type { ApprovalTable } from '@assay/core/approval/policy';
import { rightsOfRoles, type StaffRight } from '@assay/core/approval/rights';
import { HOUR } from '@assay/core/time';
import { readOrMakeKey } from '@assay/modules/identity';
import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import { Passkeys } from '@assay/platform/factors/passkeys';
import type { OwnSite } from '@assay/platform/factors/site';
import { Totps } from '@assay/platform/factors/totp';
import type { Authenticator, StaffContext } from '@assay/platform/http/context';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { operatorCalls } from './calls/index.ts';
import type { Parts } from './calls/parts.ts';
import english from './messages/en.json' with { type: 'json' };
import { StaffProofs } from './proofs.ts';
import { type Concerns, type PlainCommand, Proposals, type ProposalsOptions } from './proposals.ts';
import { FOUNDERS } from './rules.ts';
import { calls } from './schema/index.ts';
import { OperatorSessions } from './sessions.ts';
import { staffCommands } from './staff.ts';
import { ChallengeStore } from './store/challenges.ts';
import { StaffFactors } from './store/factors.ts';
import { type Entry, OperatorStore } from './store/index.ts';
import { ProposalStore } from './store/proposals.ts';
import { StaffStore } from './store/staff.ts';

export type { Concerns, PlainCommand, Ran } from './proposals.ts';
export { approvals as staffApprovals, type StaffRefusal } from './staff.ts';
export { actionEvidence } from './store/evidence.ts';

export interface OperatorsOptions
  extends Pick<Parts, 'outbox' | 'mail' | 'trial' | 'engines' | 'jobs' | 'isCustomer'> {
  readonly database: Pick<Database, 'pool'>;
  /** The folder for the key that secrets of authenticator apps are sealed with. */
  readonly dataDir: string;
  readonly messages: Messages;
  readonly log: Log;
  /** The console as passkeys know it. */
  readonly site: OwnSite;
  /** What needs approval, of all modules. */
  readonly approvals: ApprovalTable;
  readonly submit: ProposalsOptions['submit'];
  /** Commands of other modules that need approval and are no engine's. */
  readonly plain?: Readonly<Record<string, PlainCommand>>;
  /** Which customers commands of engines concern. */
  readonly concerns?: Readonly<Record<string, Concerns>>;
  readonly aboutNobody?: ProposalsOptions['aboutNobody'];
}

export interface Operators {
  readonly calls: CallSet;
  /** Go on with approved commands that a crash interrupted, and forget old challenges. */
  readonly jobs: readonly Job[];
  /** Members of staff who have this right now. */
  membersWith(right: StaffRight): Promise<{ operatorId: number; name: string }[]>;
  /** Authenticates staff by their tokens, everybody else by `people`. */
  authenticator(people: Authenticator): Authenticator;
  /**
   * Addresses of the console with new one-time secrets, valid for an hour: in a trial one for
   * its first member, at each start; in a production one for each of the first two, until they
   * have set up how they come back.
   */
  firstLinks(address: string, now: number): Promise<FirstLink[]>;
  /** The human being whose account of staff this is or was; null: there is no such account. */
  personOf(operatorId: number): Promise<number | null>;
  /** Writes down what a member of staff does by a call of another module. */
  record(context: StaffContext, entry: Entry): Promise<void>;
}

/** A link to print where only the owner of the machine reads. */
export interface FirstLink {
  readonly name: string;
  readonly link: string;
}

const RESUME_EVERY_MS = 30_000;
const FORGET_EVERY_MS = HOUR;
/** The file of the key below DATA_DIR. */
const KEY_FILE = 'staff.key';

export const operatorMigrations = () =>
  migrationSets(import.meta.url, 'operators', {
    shared: {
      operator: ['insert', 'update'],
      staff_person: ['insert'],
      staff_account: ['insert', 'delete'],
      operator_link: ['insert', 'update', 'delete'],
      operator_session: ['insert', 'update'],
      operator_passkey: ['insert', 'update', 'delete'],
      operator_totp: ['insert', 'update', 'delete'],
      operator_challenge: ['insert', 'update', 'delete'],
      operator_action: ['insert'],
      proposal: ['insert', 'update'],
      proposal_signature: ['insert'],
    },
  });

/** Assembles the module. Throws when its key file is damaged, or missing beside sealed secrets. */
export async function createOperators(options: OperatorsOptions): Promise<Operators> {
  options.messages.add({ en: english });
  const { database, approvals, submit, trial, site, log, plain = {}, concerns = {} } = options;
  const { isCustomer, aboutNobody } = options;
  const store = new OperatorStore(database);
  const sessions = new OperatorSessions(store, { trial });
  const staff = new StaffStore(database);
  const kept = new ProposalStore(database);
  const factors = new StaffFactors(database);
  const key = await readOrMakeKey(options.dataDir, KEY_FILE, () => factors.haveSecrets());
  const challenges = new ChallengeStore(database);
  const own = {
    ...{ factors, challenges },
    passkeys: new Passkeys(factors, site, key, log),
    totps: new Totps(factors, key),
  };
  const proofs = new StaffProofs(own);
  const commands = { ...staffCommands(staff, isCustomer), ...plain };
  const proposals = new Proposals({
    ...{ store: kept, table: approvals, plain: commands, concerns, aboutNobody, submit },
  });
  const shared = { ...options, ...own, siteName: site.name };
  const parts = { ...shared, store, sessions, staff, kept, proposals, proofs };
  // After "#" the secret is not part of the page's request, and so in no log.
  const linkTo = async (address: string, now: number, operatorId: number | null) =>
    `${address}/console/#${await sessions.newLink(now, operatorId, null)}`;
  return {
    calls: callSet(calls, operatorCalls(parts)),
    jobs: [
      {
        name: 'resumeProposals',
        everyMs: RESUME_EVERY_MS,
        atStart: true,
        run: (at) => proposals.resume(at),
      },
      {
        name: 'forgetStaffChallenges',
        everyMs: FORGET_EVERY_MS,
        run: (at) => challenges.forgetBefore(at - FORGET_EVERY_MS),
      },
    ],
    authenticator: (people) => sessions.withPeople(people),
    firstLinks: async (address, now) => {
      if (trial) return [{ name: '', link: await linkTo(address, now, null) }];
      const links: FirstLink[] = [];
      for (const { operatorId, name } of await staff.founders(FOUNDERS, now)) {
        links.push({ name, link: await linkTo(address, now, operatorId) });
      }
      return links;
    },
    personOf: async (operatorId) => (await staff.member(operatorId))?.person ?? null,
    membersWith: async (right) =>
      (await staff.list())
        .filter(({ endedAt, roles }) => endedAt === null && rightsOfRoles(roles).has(right))
        .map(({ operatorId, name }) => ({ operatorId, name })),
    record: ({ actor, ip, now }, entry) => store.record(actor.sessionId, entry, ip, now),
  };
}
