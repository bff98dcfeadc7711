import type { Handlers } from '@assay/platform/http/context';
import { deletionOf } from '../closing.ts';
import type { Parts } from '../parts.ts';
import type { WithdrawalStop } from '../restrictions/withdrawals.ts';
import { ownFreezes, securityLevelOf } from '../rules/security.ts';
import type { calls, RestrictionKind } from '../schema/index.ts';
import { changeable, changed, personOf, useStepUp } from '../step-up/changes.ts';
import type { AccountEvent } from '../store/events.ts';
import type { Person } from '../store/people.ts';

type Calls = Handlers<typeof calls>;

const EVENTS_A_PAGE = 10_000;

export function overviewCalls(
  parts: Parts,
): Pick<
  Calls,
  'getSecurity' | 'getAccountLog' | 'exportMyData' | 'requestDeletion' | 'withdrawDeletion'
> {
  return {
    getSecurity: async (_input, context) => {
      const person = await personOf(parts, context);
      return 'userId' in person ? securityOf(parts, person, context.now) : person;
    },

    getAccountLog: async (input, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      return { events: await parts.history.list(person.userId, input) };
    },

    exportMyData: async (input, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'exportMyData', input);
      if (unproved !== null) return unproved;
      const data = await dataOf(parts, person, context.now);
      await changed(parts, person, 'dataExported', '', context);
      return { madeAt: context.now, data };
    },

    requestDeletion: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'requestDeletion', input);
      if (unproved !== null) return unproved;
      const { userId } = person;
      const requestedAt = (await parts.security.setDeletion(userId, context.now)) ?? context.now;
      await changed(parts, person, 'deletionRequested', '', context);
      return deletionOf(parts, userId, requestedAt);
    },

    withdrawDeletion: async (_input, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      if (person.deletionRequestedAt === null) return {};
      await parts.security.setDeletion(person.userId, null);
      await changed(parts, person, 'deletionWithdrawn', '', context);
      return {};
    },
  };
}

async function securityOf(parts: Parts, person: Person, now: number) {
  const { userId, guardLogin, guardTrade, guardFunds, phishingCode } = person;
  const { totps, passkeys, recoveryCodes } = await parts.factors.of(userId);
  const guards = { login: guardLogin, trade: guardTrade, funds: guardFunds };
  const { level, missing } = securityLevelOf({
    ...{ factors: totps.length + passkeys.length, recoveryCodes, guards },
    ...{ tradePassword: person.hasTradePassword, phishingCode: phishingCode !== '' },
  });
  const isLiftable = (kind: RestrictionKind) => ownFreezes.some((own) => own === kind);
  return {
    ...{ level, missing, guards, recoveryCodes, phishingCode },
    factors: [
      ...totps.map((one) => ({ ...viewOf(one), kind: 'totp' as const, factorId: one.totpId })),
      ...passkeys.map((one) => ({
        ...viewOf(one),
        kind: 'passkey' as const,
        factorId: one.credentialId,
      })),
    ],
    tradePassword: person.hasTradePassword,
    questions: await parts.security.questions(userId),
    wallets: (await parts.wallets.of(userId)).map(({ address, name, createdAt }) => ({
      ...{ address, name, createdAt },
    })),
    restrictions: (await parts.restrictions.standing(userId, now)).map((one) => ({
      ...one,
      liftable: isLiftable(one.kind),
    })),
    withdrawalStop: stopOf(parts.withdrawals.stop(now)),
    deletion:
      person.deletionRequestedAt === null
        ? null
        : await deletionOf(parts, userId, person.deletionRequestedAt),
  };
}

function stopOf(stop: WithdrawalStop | null) {
  return stop === null ? null : { reason: stop.reason, until: stop.until };
}

function viewOf(factor: { name: string; createdAt: number; lastUsedAt: number | null }) {
  const { name, createdAt, lastUsedAt } = factor;
  return { name, createdAt, lastUsedAt };
}

/** Whatever is stored about a person, but for secrets, which would only help a thief. */
async function dataOf(parts: Parts, person: Person, now: number): Promise<Record<string, unknown>> {
  const { userId, passwordHash: _secret, ...profile } = person;
  const sessions = await parts.sessions.list(userId, now);
  const others: [string, unknown][] = [];
  for (const [name, { read }] of parts.personalRecords) others.push([name, await read(userId)]);
  const { totps, passkeys, recoveryCodes } = await parts.factors.of(userId);
  return {
    profile: { userId, ...profile },
    sessions: sessions.map(({ tokenHash: _token, bindHash: _bind, ...shown }) => shown),
    authenticatorApps: totps.map(viewOf),
    passkeys: passkeys.map(viewOf),
    recoveryCodesLeft: recoveryCodes,
    securityQuestions: await parts.security.questions(userId),
    wallets: await parts.wallets.of(userId),
    restrictions: await parts.restrictions.all(userId),
    formerAddresses: await parts.security.formerAddresses(userId),
    accountLog: await wholeLog(parts, userId),
    ...Object.fromEntries(others),
  };
}

/** In pages, so that no statement is long. */
async function wholeLog({ history }: Parts, userId: number): Promise<AccountEvent[]> {
  const all: AccountEvent[] = [];
  for (let before: number | undefined; ; before = all.at(-1)?.eventId) {
    const page = await history.list(userId, { before, limit: EVENTS_A_PAGE });
    all.push(...page);
    if (page.length < EVENTS_A_PAGE) return all;
  }
}
