import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import { charge, payerOf } from '../../admission.ts';
import { API_ERRORS } from '../../errors.ts';
import {
  type ApiLimits,
  accountPayer,
  failurePayer,
  networkPayer,
  type Payer,
} from '../../limits.ts';
import type { ApiRealm } from '../../realm.ts';
import { authenticate, type Proof, type Security, takeTime } from '../../request.ts';
import { type ApiMessage, signedText } from './message.ts';

/** A request and whose limits it counts against. */
export interface ApiRequest {
  readonly message: ApiMessage;
  readonly now: number;
  /** `returnRateLimits` of the message: whether the answer shows the limits. */
  readonly wantsLimits: string | undefined;
  /** What it weighs for its length, beside the weight of its method. */
  readonly lengthWeight: number;
  /** Whom it counts against, as far as that is known. */
  payer: Payer;
  /** The key whose order limits the request counts against; null when it places no order. */
  owner: ApiKey | null;
}

interface Session {
  /** The name of its key, which is looked up for each request, as it may have ended. */
  readonly apiKey: string;
  readonly since: number;
}

interface CallerOptions {
  readonly realm: ApiRealm['realm'];
  readonly keys: KeyRing;
  readonly limits: ApiLimits;
}

/** Who asks over one connection, and whom the requests count against. */
export class Caller {
  readonly #ip: string;
  readonly #options: CallerOptions;
  #session: Session | null = null;
  /** The key with which a request of this connection was signed: whose connection it is. */
  #signer: ApiKey | null = null;

  constructor(ip: string, options: CallerOptions) {
    this.#ip = ip;
    this.#options = options;
  }

  get session(): Session | null {
    return this.#session;
  }

  /** Whom requests count against that prove nothing: whose connection it is, else the network. */
  get payer(): Payer {
    return this.#signer === null ? networkPayer(this.#ip) : accountPayer(this.#signer, this.#ip);
  }

  /** @throws ApiError above a limit */
  charge({ payer, lengthWeight, now }: ApiRequest, weight: number, cancels = false): void {
    charge(this.#options.limits, payer, { weight: weight + lengthWeight, cancels }, now);
  }

  /** Authenticates a request, then charges the account that it proves. @throws ApiError */
  async admit(
    security: Security,
    request: ApiRequest,
    signed: string,
    weight: number,
    cancels = false,
  ): Promise<ApiKey | null> {
    let proof: Proof | null;
    try {
      proof = await this.#proofOf(security, request, signed);
    } catch (error) {
      if (this.#signer === null) request.payer = failurePayer(this.#ip);
      this.charge(request, weight);
      throw error;
    }
    if (proof !== null) {
      if (proof.isSigned) this.#signer = proof.key;
      request.payer = payerOf(proof, this.#options.keys, this.#ip, request.now);
    }
    this.charge(request, weight, cancels);
    return proof?.key ?? null;
  }

  /** By the key that a request names, else by that of the session. @throws ApiError */
  async #proofOf(security: Security, request: ApiRequest, signed: string): Promise<Proof | null> {
    const { keys, realm, limits } = this.#options;
    const { params } = request.message;
    const ip = this.#ip;
    const { now } = request;
    const keyName = params.get('apiKey');
    const signature = params.get('signature');
    params.delete('apiKey');
    params.delete('signature');
    if (security === 'none' || security === 'key') {
      // Clients sign everything once they have a key.
      params.delete('timestamp');
      params.delete('recvWindow');
    }
    if (security === 'none') return null;
    if (keyName === undefined && signature === undefined && this.#session !== null) {
      const key = await this.sessionKey(now);
      if (security !== 'key') takeTime(params, now);
      if (security === 'trade' && !key.canTrade) throw API_ERRORS.key();
      return { key, isSigned: true };
    }
    const sent = { params, signed, signature };
    const { lookups } = limits;
    return authenticate(keys, { security, sent, keyName, realm, ip, now, lookups });
  }

  /** The key of the session, if it is still valid. @throws ApiError */
  async sessionKey(now: number): Promise<ApiKey> {
    const { keys } = this.#options;
    const ip = this.#ip;
    const key = this.#session === null ? undefined : await keys.find(this.#session.apiKey, now);
    if (!key?.allows(ip)) throw API_ERRORS.key();
    keys.used(key, ip, now, false);
    return key;
  }

  /** The key of a request that must be signed and has no parameters of its own. @throws ApiError */
  async signedKey(request: ApiRequest, weight: number): Promise<ApiKey> {
    const { params } = request.message;
    if (!params.has('signature')) {
      this.charge(request, weight);
      throw API_ERRORS.missing('signature');
    }
    const key = await this.admit('read', request, signedText(params), weight);
    if (key === null) throw API_ERRORS.key();
    params.delete('returnRateLimits');
    if (params.size > 0) throw API_ERRORS.unread(0, params.size);
    return key;
  }

  logOn(key: ApiKey, now: number): void {
    this.#session = { apiKey: key.name, since: now };
  }

  logOut(): void {
    this.#session = null;
  }

  /** A key has ended: so do its session, and what the connection owes to it. */
  keyEnded(name: string): void {
    if (this.#session?.apiKey === name) this.#session = null;
    if (this.#signer?.name === name) this.#signer = null;
  }
}
