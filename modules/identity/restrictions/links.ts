import { DAY } from '@assay/core/time';
import { keyed, same } from '@assay/platform/secrets';

const LIFE_MS = 7 * DAY;
const LINK = /^(\d{1,16})\.(\d{1,16})\.([A-Za-z0-9_-]{43})$/;

/** The link "this was not me" of a message: signed, good for a week, and only able to freeze. */
export class NotMeLinks {
  readonly #key: Buffer;
  readonly #address: string;

  constructor(key: Buffer, address: string) {
    this.#key = key;
    this.#address = address;
  }

  of(userId: number, now: number): string {
    const body = `${userId}.${now + LIFE_MS}`;
    return `${this.#address}/notMe?link=${body}.${this.#sign(body).toString('base64url')}`;
  }

  /** Whose link it is, and when it was sent; null when it is not ours or has run out. */
  read(link: string, now: number): { readonly userId: number; readonly sentAt: number } | null {
    const [, user, until, signature] = LINK.exec(link) ?? [];
    if (user === undefined || until === undefined || signature === undefined) return null;
    const signed = this.#sign(`${user}.${until}`);
    if (!same(signed, Buffer.from(signature, 'base64url'))) return null;
    if (now >= Number(until)) return null;
    return { userId: Number(user), sentAt: Number(until) - LIFE_MS };
  }

  #sign(body: string): Buffer {
    return keyed(this.#key, 'not me', body);
  }
}
