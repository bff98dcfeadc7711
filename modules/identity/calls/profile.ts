import type { Realm } from '@assay/core/ledger/realm';
import { refuse } from '@assay/core/schema/outcome';
import type { Actor, Handlers } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import type { Parts } from '../parts.ts';
import { placeOf } from '../places.ts';
import { maskEmail, maskNumber, maskPhone } from '../rules/index.ts';
import type { calls, LoginReply, UserInfo } from '../schema/index.ts';
import type { Person } from '../store/people.ts';
import type { SessionRow } from '../store/sessions.ts';

type Calls = Handlers<typeof calls>;

export function profileCalls(
  parts: Parts,
): Pick<Calls, 'getInfo' | 'info' | 'getSessions' | 'endSession'> {
  return {
    getInfo: async (_input, context) => userInfoOf(parts, context.actor),

    info: async (_input, context) => {
      const info = await userInfoOf(parts, context.actor);
      const { userId, realm, demoOnly, name, email, phone, invitation_code } = info;
      return { userId, realm, demoOnly, name, email, phone, invitation_code };
    },

    getSessions: async (_input, context) => {
      const { userId, sessionId } = context.actor;
      const rows = await parts.sessions.list(userId, context.now);
      return { sessions: rows.map((row) => sessionViewOf(row, sessionId)) };
    },

    endSession: async (input, context) => {
      const { userId, sessionId } = context.actor;
      const rows = await parts.sessions.list(userId, context.now);
      if (input.others === true) {
        const own = rows.find((row) => row.sessionId === sessionId);
        const family = rows
          .filter((row) => row.parentId === sessionId || row.sessionId === own?.parentId)
          .map((row) => row.sessionId);
        const keep = [sessionId, ...family];
        const ended = await parts.sessions.endAll(userId, keep, context.now);
        if (ended > 0) await parts.history.add(userId, 'sessionsEnded', String(ended), context);
        return { ended };
      }
      // A session of somebody else and an unknown one get the same answer.
      if (!rows.some((row) => row.sessionId === input.sessionId)) return refuse('sessionUnknown');
      const ended = await parts.sessions.end([input.sessionId!], context.now);
      await parts.history.add(userId, 'sessionsEnded', String(ended), context);
      return { ended };
    },
  };
}

/** The answer to a login: the token and the profile. */
export async function loginReplyOf(
  parts: Pick<Parts, 'funds'>,
  person: Person,
  realm: Realm,
  token: string,
): Promise<LoginReply> {
  return { token, ...(await infoOf(parts, person, realm)) };
}

async function userInfoOf(parts: Parts, actor: Actor): Promise<UserInfo> {
  const person = await parts.people.byId(actor.userId);
  if (person === null) throw new Error(`Session ${actor.sessionId} belongs to no person`);
  return infoOf(parts, person, actor.realm);
}

async function infoOf(
  parts: Pick<Parts, 'funds'>,
  person: Person,
  realm: Realm,
): Promise<UserInfo> {
  return {
    userId: person.userId,
    realm,
    demoOnly: person.demoOnly,
    country: person.country,
    createdAt: person.createdAt,
    name: person.name,
    invitation_code: person.demoOnly ? '' : person.invitationCode,
    email: person.email === null ? '' : maskEmail(person.email),
    phone: person.phone === null ? '' : maskPhone(person.phone),
    transaction_password: person.hasTradePassword ? 1 : 0,
    bank_name: person.bankName,
    bank_number: maskNumber(person.bankNumber),
    alipay_account: maskNumber(person.alipayAccount),
    weixin_nickname: person.weixinNickname,
    weixin_account: maskNumber(person.weixinAccount),
    usdt: await parts.funds.usdt(person.userId, realm),
  };
}

function sessionViewOf(row: SessionRow, currentId: string) {
  return {
    sessionId: row.sessionId,
    realm: row.realm,
    current: row.sessionId === currentId,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    expiresAt: row.expiresAt,
    network: networkOf(row.ip),
    place: placeOf(row.ip),
    userAgent: row.userAgent,
  };
}
