import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { ObjectStore } from './folder.ts';

export interface S3Settings {
  /** `https://s3.example.com`, without the bucket, which is a part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const TIMEOUT_MS = 20_000;
/** With pauses that double from 50 ms on, for answers 500 and above and 429. */
const RETRIES = 3;

/** Objects in a bucket of any store that speaks the protocol of Amazon's S3. */
export class S3Bucket implements ObjectStore {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ endpoint, bucket, ...credentials }: S3Settings) {
    this.#client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES });
    this.#base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    // With its hash the content is covered by the signature.
    const headers = { 'x-amz-content-sha256': hash('sha256', bytes, 'hex') };
    await this.#send('PUT', name, { body: bytes, headers });
  }

  async get(name: string): Promise<Buffer | null> {
    const response = await this.#send('GET', name);
    return response === null ? null : Buffer.from(await response.arrayBuffer());
  }

  async remove(name: string): Promise<void> {
    await this.#send('DELETE', name);
  }

  /** Null when there is no such object. */
  async #send(method: string, name: string, more: RequestInit = {}): Promise<Response | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await this.#client.fetch(`${this.#base}/${name}`, {
      ...more,
      ...{ method, signal, redirect: 'error' },
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 && method !== 'PUT') return null;
    throw new Error(`the object store answered ${response.status} to ${method}`);
  }
}
