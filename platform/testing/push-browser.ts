import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface PushBrowser {
  /** What the browser gives away with its address, as the Push API spells it. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The text of a notification as it came. @throws Error when it is for another browser */
  open(body: Buffer): string;
}

/** What a browser does with notifications (RFC 8188 and 8291), for tests that stand in for one. */
export function pushBrowser(): PushBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    open: (body) => {
      const salt = body.subarray(0, 16);
      const length = body.readUInt8(20);
      const sender = body.subarray(21, 21 + length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
      const key = hkdf(own.computeSecret(sender), auth, info, 32);
      const content = hkdf(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const sealed = body.subarray(21 + length);
      const decipher = createDecipheriv('aes-128-gcm', content, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString();
    },
  };
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));
