import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { mayTakePart, standingOf } from '../eligibility.ts';
import { subscriptionView } from '../machine/view.ts';
import type { LaunchRealm, Parts } from '../parts.ts';
import { RULE } from '../rules/allocation.ts';
import { LOTTERY_RULE } from '../rules/lottery.ts';
import type { launchCalls } from '../schema/person.ts';
import { addApplication } from '../store/applications.ts';
import type { LaunchRow, ResultRow, SubscriptionRow } from '../store/tables.ts';
import { cardOf, drawOf, projectOf, scheduleOf } from './views.ts';

type All = Handlers<typeof launchCalls>;
type Public = Pick<All, 'getNewcoinsList' | 'getNewcoinsInfo' | 'getNewcoinsResult'>;

/** The calls of people about new coins. */
export function personHandlers(parts: Parts): All {
  return { ...publicHandlers(parts), ...ownHandlers(parts) };
}

function publicHandlers(parts: Parts): Public {
  const { realms } = parts;
  return {
    getNewcoinsList: (_input, { actor }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const { launches } = realm.machine();
      const cards = launches
        .rows()
        .map((row) => cardOf(row, launches.terms(row), nameOf(realm, row)));
      return { projects: cards.reverse() };
    },
    getNewcoinsInfo: async ({ launchId }, { actor }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const { launches } = realm.machine();
      const row = launches.get(launchId);
      if (row === undefined) return refuse('unknownLaunch');
      const terms = launches.terms(row);
      const moves = await realm.reads.moves(launchId);
      const market = realm.marketOf(row.symbol);
      const project = projectOf(row, terms, { name: nameOf(realm, row), moves, market });
      return {
        project,
        mine: actor === null ? null : await mineOf(parts, realm, row, actor.userId),
      };
    },
    getNewcoinsResult: async ({ launchId, after, limit }, { actor }) => {
      const { machine, reads } = realms[actor?.realm ?? 'real'];
      const { launches } = machine();
      const row = launches.get(launchId);
      if (row === undefined) return refuse('unknownLaunch');
      const { phase, symbol, closesAt, supplyLots, capLots, lotUnits, lotPrice, people } = row;
      const isWhole =
        phase === 'locked' ||
        phase === 'listed' ||
        (phase === 'cancelled' && row.cursor >= row.lastNumber);
      if (!isWhole) return refuse('noResult');
      const { lottery } = launches.terms(row);
      return {
        rule: lottery === undefined ? RULE : LOTTERY_RULE,
        ...(lottery === undefined
          ? {}
          : { lottery: { ...drawOf(row, lottery), ticketLots: lottery.ticketLots } }),
        ...{ launchId, symbol, closesAt, people, supplyLots, capLots },
        ...{ lot: formatSafe(lotUnits, SCALE), lotPrice: formatSafe(lotPrice, SCALE) },
        cancelled: phase === 'cancelled',
        rows: await reads.page(launchId, after, limit),
      };
    },
  };
}

function ownHandlers(parts: Parts): Omit<All, keyof Public> {
  const { realms } = parts;
  return {
    getMyNewcoins: async ({ before = Number.MAX_SAFE_INTEGER, limit }, { actor }) => {
      const realm = realms[actor.realm];
      const { launches } = realm.machine();
      const ended = await realm.reads.resultsOf(actor.userId, before, limit);
      const open = launches.allOf(actor.userId).filter(({ launchId }) => launchId < before);
      const isOpen = new Set(open.map(({ launchId }) => launchId));
      const rows: (SubscriptionRow | ResultRow)[] = [
        ...open,
        ...ended.filter(({ launchId }) => !isOpen.has(launchId)),
      ];
      rows.sort((one, other) => other.launchId - one.launchId);
      const page = rows.slice(0, limit);
      return { subscriptions: await Promise.all(page.map((row) => entryOf(realm, row))) };
    },
    applyNewcoins: async ({ launchId }, { actor, now }) => {
      const realm = realms[actor.realm];
      const { launches } = realm.machine();
      const row = launches.get(launchId);
      if (row === undefined) return refuse('unknownLaunch');
      const isBefore = row.phase === 'announced' || row.phase === 'open';
      if (!isBefore || now >= row.closesAt) return refuse('launchClosed');
      const about = { realm: realm.realm, launchId, userId: actor.userId };
      const standing = await standingOf(parts, launches.terms(row).eligibility, about);
      if (standing.eligibility === 'notPassed') return refuse('notEligible');
      if (standing.eligibility === 'notAsked') {
        await addApplication(parts.database.pool, launchId, actor.userId, now);
      }
      return mineOf(parts, realm, row, actor.userId);
    },
    subscribeNewcoins: async (body, { actor, commandId }) => {
      const realm = realms[actor.realm];
      const { launches } = realm.machine();
      const row = launches.get(body.launchId);
      if (row === undefined) return refuse('unknownLaunch');
      const about = { realm: realm.realm, launchId: row.id, userId: actor.userId };
      const standing = await standingOf(parts, launches.terms(row).eligibility, about);
      if (!mayTakePart(standing)) return refuse('notEligible');
      const id = commandId === undefined ? {} : { id: commandId };
      const command = { type: 'subscribeLaunch', actor: actor.userId, body, ...id } as const;
      const reply = await realm.submit(command);
      if (!reply.ok) return refused(reply);
      return { subscription: reply.value, receipt: { seq: reply.seq, hash: reply.hash } };
    },
    withdrawNewcoins: async (body, { actor, commandId }) => {
      const id = commandId === undefined ? {} : { id: commandId };
      const command = { type: 'withdrawSubscription', actor: actor.userId, body, ...id } as const;
      const reply = await realms[actor.realm].submit(command);
      if (!reply.ok) return refused(reply);
      return { subscription: reply.value, receipt: { seq: reply.seq, hash: reply.hash } };
    },
    drawNewcoins: async (body, { actor }) => {
      const command = { type: 'drawLaunch', actor: actor.userId, body } as const;
      const reply = await realms[actor.realm].submit(command);
      return reply.ok ? reply.value : refused(reply);
    },
  };
}

async function mineOf(parts: Parts, realm: LaunchRealm, row: LaunchRow, userId: number) {
  const { launches } = realm.machine();
  const about = { realm: realm.realm, launchId: row.id, userId };
  const standing = await standingOf(parts, launches.terms(row).eligibility, about);
  const own = launches.of(row.id, userId) ?? (await realm.reads.resultOf(row.id, userId));
  return { ...standing, subscription: own === null ? null : subscriptionView(row, own) };
}

async function entryOf(realm: LaunchRealm, row: SubscriptionRow | ResultRow) {
  const { launches } = realm.machine();
  const project = launches.get(row.launchId)!;
  const { closesAt, listsAt } = project;
  return {
    subscription: subscriptionView(project, row),
    ...{ closesAt, listsAt },
    releases:
      row.allotted === null ? [] : scheduleOf(project, launches.terms(project), row.allotted),
    moves: await realm.reads.moves(row.launchId),
  };
}

function nameOf({ assets }: LaunchRealm, { asset }: LaunchRow): string {
  return assets().find(({ id }) => id === asset)?.name ?? '';
}

function refused<R extends string>({
  refusal,
  detail,
}: {
  refusal: R;
  detail?: object | undefined;
}) {
  // The engine's name for a refusal that has one name on the wire for all modules.
  const code = refusal === 'commandIdReused' ? 'idempotencyConflict' : refusal;
  return new Refusal(code as never, { ...detail } as Record<string, string>);
}
