import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** CBOR (RFC 8949) of what an authenticator says: small integers, bytes, text, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  const entries = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as never)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** Flags of authenticator data (WebAuthn §6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator with one key, which signs what it is asked for, as a browser passes it on. */
export class SoftAuthenticator {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #verifies: boolean;
  #counter = 0;

  constructor({ origin = 'http://localhost:8080', verifies = true } = {}) {
    this.#origin = origin;
    this.#verifies = verifies;
  }

  /** The answer to `navigator.credentials.create`, as JSON. */
  create(options: string): string {
    const { challenge, rp } = JSON.parse(options);
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = cbor(
      new Map<number, unknown>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, this.#id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, publicKey]);
    const authData = this.#data(rp.id, ATTESTED, attested);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON. */
  get(options: string): string {
    const { challenge, rpId } = JSON.parse(options);
    this.#counter += 1;
    const client = this.#client('webauthn.get', challenge);
    const data = this.#data(rpId, 0, Buffer.alloc(0));
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #answer(response: object): string {
    const id = this.#id.toString('base64url');
    const type = 'public-key';
    return JSON.stringify({ id, rawId: id, type, response, clientExtensionResults: {} });
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin }));
  }

  #data(rpId: string, more: number, attested: Buffer): Buffer {
    const flags = PRESENT | (this.#verifies ? VERIFIED : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const rp = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rp, Buffer.from([flags]), counter, attested]);
  }
}
