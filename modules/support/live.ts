import { staffActor } from '@assay/core/ledger/owners';
import { REALMS } from '@assay/core/ledger/realm';
import type { Hub, Publisher } from '@assay/platform/streams/hub';
import type { Side } from './rules/index.ts';
import type { SupportDelta } from './schema/index.ts';
import type { Ticket } from './store/tickets.ts';

const CHANNEL = 'support';

type Declares = Pick<Hub, 'declare'>;

/**
 * The channels `support`: one of each person, and one of each member of staff at the console's
 * stream. They carry numbers and nothing else; what was written is read by calls, after the last
 * number that the reader has, so that nothing is lost when a connection is.
 */
export class Live {
  #people: Publisher[] = [];
  #staff: Publisher | null = null;
  /** Members who have subscribed; publishing removes those who have left. */
  readonly #members = new Set<number>();

  ofPeople(hub: Declares): void {
    this.#people = REALMS.map((realm) =>
      hub.declare(realm, CHANNEL, { everyMs: 0, private: true }, { snapshot: ownOf }),
    );
  }

  /** `answers`: whether a member may answer now. */
  ofStaff(hub: Declares, answers: (operatorId: number) => Promise<boolean>): void {
    this.#staff = hub.declare(
      'real',
      CHANNEL,
      { everyMs: 0, private: true },
      {
        snapshot: async (name, { userId }) => {
          if (name !== CHANNEL || userId === null || !(await answers(-userId))) return null;
          this.#members.add(-userId);
          return {};
        },
      },
    );
  }

  /** A message was added, read, or the conversation closed. */
  changed({ ticketId, userId, lastNumber, personRead, staffRead }: Ticket): void {
    const of = { ticketId, lastNumber };
    this.#toPerson(userId, { ...of, read: staffRead });
    this.#toStaff({ ...of, read: personRead });
  }

  /** Shows the other side that somebody types. */
  typing({ ticketId, userId }: Pick<Ticket, 'ticketId' | 'userId'>, side: Side): void {
    const delta = { ticketId, typing: true } as const;
    if (side === 'staff') this.#toPerson(userId, delta);
    else this.#toStaff(delta);
  }

  #toPerson(userId: number, delta: SupportDelta): void {
    for (const publisher of this.#people) publisher.publish(CHANNEL, delta, userId);
  }

  #toStaff(delta: SupportDelta): void {
    for (const operatorId of this.#members) {
      const userId = staffActor(operatorId);
      if (this.#staff?.hasReaders(CHANNEL, userId)) this.#staff.publish(CHANNEL, delta, userId);
      else this.#members.delete(operatorId);
    }
  }
}

const ownOf = (name: string) => (name === CHANNEL ? {} : null);
