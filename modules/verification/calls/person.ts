import { Busy, InvalidInput, Refusal, refuse } from '@assay/core/schema/outcome';
import { transaction } from '@assay/platform/db/transaction';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import { firstOpenDay } from '../calendar.ts';
import { documentKeyOf, levelsOf, openData, type Parts, sealData, stateOf } from '../parts.ts';
import {
  DOCUMENT_TYPES,
  type Level,
  maskNumber,
  refuseSubmit,
  type Slot,
  type SubmitRefusal,
  slotsOf,
} from '../rules.ts';
import type { CaseView, calls } from '../schema.ts';
import { addCase, type Case, latestCases, type NewCase } from '../store/cases.ts';
import { checksOf } from '../store/checks.ts';
import { entriesOf, type Queryable, record } from '../store/log.ts';
import { draftsOf, lockDrafts, photosOf, reuse, submitDrafts } from '../store/photos.ts';

type OfPerson = Pick<
  Handlers<typeof calls>,
  | 'getIdcardType'
  | 'has_renzheng'
  | 'idcardinfo'
  | 'setNameAuth'
  | 'userIdCard'
  | 'setAddressAuth'
  | 'getVerificationViews'
>;
type Context = CallContext & { readonly actor: Actor };
type Submitted =
  | (Refusal<'virtualAccount' | SubmitRefusal> | InvalidInput)
  | (Busy | Record<string, never>);

const VIEWS_MAX = 200;

/** The calls by which a person verifies themselves. */
export function personCalls(parts: Parts): OfPerson {
  return {
    getIdcardType: () => ({ types: DOCUMENT_TYPES.map((type) => ({ ...type })) }),
    has_renzheng: async (_input, { actor }) => {
      const { cases, levels } = await stateOf(parts, actor.userId);
      const junior = cases.find(({ level, status }) => level === 'junior' && status === 'approved');
      const country = junior?.country ?? (await parts.registered.countryOf(actor.userId));
      const { preset, reason, warnings } = parts.policy.of(country);
      return { ...levels, policy: { preset, reason, warnings: [...warnings] } };
    },
    idcardinfo: async (_input, { actor }) => {
      const { cases } = await stateOf(parts, actor.userId);
      const drafts = await draftsOf(parts.database.pool, actor.userId);
      return {
        cases: await Promise.all(cases.map((one) => viewOf(parts, one))),
        drafts: drafts.map(({ objectId, ...draft }) => draft),
      };
    },
    setNameAuth: ({ country, type, name, number }, context) =>
      submit(parts, context, 'junior', async () => ({
        ...{ country, type, name, number, address: '', expiresOn: null },
      })),
    userIdCard: ({ expiresOn = null }, context) =>
      expiresOn !== null && expiresOn < firstOpenDay(context.now)
        ? new InvalidInput({ expiresOn: ['documentRunOut'] })
        : submit(parts, context, 'senior', async (junior) => {
            const { country, type } = junior;
            return { country, type, ...openData(parts.files, junior), expiresOn };
          }),
    setAddressAuth: ({ address }, context) =>
      submit(parts, context, 'address', async (junior) => {
        const { country, type } = junior;
        return { country, type, ...openData(parts.files, junior), address, expiresOn: null };
      }),
    getVerificationViews: async (_input, { actor }) => {
      const of = { userId: actor.userId, kind: 'viewed' };
      const entries = await entriesOf(parts.database.pool, of, VIEWS_MAX);
      return {
        views: entries.map(({ level, by, detail, at }) => {
          const [slot = '', reason = ''] = detail.split(' ');
          return { slot, level: level as Level, by, reason, at };
        }),
      };
    },
  };
}

interface Facts {
  readonly country: string;
  readonly type: number;
  readonly name: string;
  readonly number: string;
  readonly address: string;
  readonly expiresOn: string | null;
}

/**
 * Submits a level: all that can be refused first. `factsOf` gets the approved junior case, except
 * for the junior level itself.
 */
async function submit(
  parts: Parts,
  { actor, now }: Context,
  level: Level,
  factsOf: (junior: Case) => Promise<Facts>,
): Promise<Submitted> {
  const { userId, realm } = actor;
  // A visitor's practice account has no person behind it.
  if (realm === 'demo') return refuse('virtualAccount');
  let objects: string[] = [];
  const done = await transaction(parts.database.pool, async (client): Promise<Submitted> => {
    await lockDrafts(client, userId);
    const cases = await latestCases(client, userId);
    const refusal = refuseSubmit(level, levelsOf(cases));
    if (refusal !== null) return refuse(refusal);
    const drafts = (await draftsOf(client, userId)).map(({ slot }) => slot);
    const before = cases.find((one) => one.level === level && one.status === 'refused');
    const reusable = before === undefined ? [] : await reusableOf(client, before);
    const missing = slotsOf[level].filter((s) => !drafts.includes(s) && !reusable.includes(s));
    if (missing.length > 0) {
      return new InvalidInput(Object.fromEntries(missing.map((s) => [s, [missingKey(s)]])));
    }
    const junior = cases.find((one) => one.level === 'junior') as Case;
    const facts = await factsOf(junior);
    // Counted here and not on arrival: what is refused uses nothing up.
    const wait = parts.limits.row('verificationSubmit').takeAccount(userId, now);
    if (wait > 0) return new Busy(wait);
    const caseId = await addCase(client, newCase(parts, userId, level, facts, now));
    if (caseId === null) return refuse('underReview');
    const sent = slotsOf[level].filter((slot) => drafts.includes(slot));
    await submitDrafts(client, userId, caseId, sent);
    const again = slotsOf[level].filter((slot) => !drafts.includes(slot));
    if (before !== undefined) await reuse(client, before.caseId, caseId, again);
    objects = (await photosOf(client, caseId)).map(({ objectId }) => objectId);
    const entry = { userId, caseId, level, kind: 'submitted', by: 'person', detail: '', at: now };
    await record(client, entry);
    return {};
  });
  if (done instanceof InvalidInput || done instanceof Refusal || done instanceof Busy) return done;
  // They are kept as long as the case waits.
  await parts.files.keepUntil(objects, null);
  parts.publish({ fact: 'verificationSubmitted', userId, level });
  return done;
}

const missingKey = (slot: Slot) => (slot === 'bill' ? 'billMissing' : 'photoMissing');

function newCase(
  { files, numberKey, decideWithinMs }: Parts,
  userId: number,
  level: Level,
  facts: Facts,
  now: number,
): NewCase {
  const { country, type, name, number, address, expiresOn } = facts;
  const of = { userId, level, submittedAt: now };
  return {
    ...{ ...of, country, type, expiresOn, deadlineAt: now + decideWithinMs(now) },
    documentKey: documentKeyOf(numberKey, country, type, number),
    ...sealData(files, of, { name, number, address }),
  };
}

/** Pictures of a refused case that nothing was objected to. */
async function reusableOf(client: Queryable, one: Case): Promise<Slot[]> {
  if (one.status !== 'refused') return [];
  const objected = new Set<string>(one.reasons.map(({ field }) => field));
  const photos = await photosOf(client, one.caseId);
  return photos.map(({ slot }) => slot).filter((slot) => !objected.has(slot));
}

async function viewOf(parts: Parts, one: Case): Promise<CaseView> {
  const { level, status, country, type, expiresOn, submittedAt, deadlineAt, decidedAt } = one;
  const { name, number, address } = openData(parts.files, one);
  return {
    ...{ level, status, country, type, name, address, expiresOn, submittedAt, decidedAt },
    number: maskNumber(number),
    deadlineAt: status === 'review' ? deadlineAt : null,
    reasons: [...one.reasons],
    reusable: await reusableOf(parts.database.pool, one),
    outside: await outsideOf(parts, one),
  };
}

async function outsideOf({ provider, database }: Parts, one: Case): Promise<CaseView['outside']> {
  if (provider === null || one.status !== 'review') return null;
  const checks = await checksOf(database.pool, one.caseId);
  return { host: provider.host, url: provider.linkFor(one), checked: checks.length > 0 };
}
