import { DAY } from '@assay/core/time';
import type { CallContext } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { keyed, newSecret } from '@assay/platform/secrets';
import { deviceCookie } from './cookies.ts';
import type { DeviceStore } from './store/devices.ts';

/** Browsers keep a cookie for 400 days at most. */
export const DEVICE_LIFE_MS = 400 * DAY;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

type Request = Pick<CallContext, 'browser' | 'cookie' | 'ip' | 'secure' | 'setHeader'>;

/** Which wrong passwords and codes of an account count together. */
export interface Budget {
  readonly key: Buffer;
  /** Of a browser or network that has logged in to the account before; others share limits too. */
  readonly isKnown: boolean;
  /**
   * The counter of all strangers' wrong passwords; null for a browser that is known. A known
   * network has one of its own, so that what a try does there tells nobody whether the account
   * exists.
   */
  readonly shared: Buffer | null;
}

/**
 * Browsers by a cookie of their own, programs by their network. Tries of a browser that has logged
 * in to an account before are counted apart, and so are those of other browsers in a network from
 * which somebody has: no stranger can lock the owner out there. Who shares that network has as many
 * tries as a browser, and cannot use up those of the browsers that are known.
 */
export class Devices {
  readonly #store: DeviceStore;
  readonly #key: Buffer;

  constructor(store: DeviceStore, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** What a code that is requested now is bound to; a browser without a cookie is given one. */
  bindingOf(request: Request): Buffer {
    if (!request.browser) return this.#network(request.ip);
    return this.#device(this.#secretOf(request));
  }

  /** The bindings that a request satisfies. */
  claimsOf(request: Request): Buffer[] {
    return [...this.#devicesOf(request), this.#network(request.ip)];
  }

  /** The budget of this request's tries of an account, which may be unknown. */
  async budgetOf(account: string, request: Request): Promise<Budget> {
    const network = this.#network(request.ip);
    const known = await this.#known(account, [...this.#devicesOf(request), network]);
    const budget = (kind: string, who: Buffer) =>
      keyed(this.#key, kind, `${account}\0${who.toString('base64')}`);
    const key = budget('budget', known ?? network);
    if (known === null) {
      return { key, isKnown: false, shared: keyed(this.#key, 'account', account) };
    }
    const shared = known.equals(network) ? budget('of network', network) : null;
    return { key, isKnown: true, shared };
  }

  /** Whether this browser has logged in to the account before. */
  async knowsBrowser(account: string, request: Request): Promise<boolean> {
    return (await this.#known(account, this.#devicesOf(request))) !== null;
  }

  /** After a proof of the account: this browser and its network have budgets of their own now. */
  async remember(account: string, request: Request, now: number): Promise<void> {
    const key = keyed(this.#key, 'account', account);
    await this.#store.remember(key, this.#network(request.ip), 'network', now);
    if (!request.browser) return;
    await this.#store.remember(key, this.#device(this.#secretOf(request)), 'browser', now);
  }

  #known(account: string, keys: readonly Buffer[]): Promise<Buffer | null> {
    return this.#store.known(keyed(this.#key, 'account', account), keys);
  }

  #devicesOf(request: Request): Buffer[] {
    return secretsOf(request).map((secret) => this.#device(secret));
  }

  /** The secret of a browser, renewed for another 400 days. */
  #secretOf(request: Request): string {
    const secret = secretsOf(request)[0] ?? newSecret();
    request.setHeader('set-cookie', deviceCookie.line(secret, request.secure, DEVICE_LIFE_MS));
    return secret;
  }

  #device(secret: string): Buffer {
    return keyed(this.#key, 'device', secret);
  }

  #network(ip: string): Buffer {
    return keyed(this.#key, 'network', networkOf(ip));
  }
}

function secretsOf({ cookie }: Request): string[] {
  return deviceCookie.secretsOf(cookie).filter((secret) => SECRET.test(secret));
}
