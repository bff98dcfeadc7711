import fs from 'node:fs';
import path from 'node:path';
import {
  excessOfSigner,
  lackOfSigner,
  lockSigner,
  OutgoingStore,
  RequestStore,
  SweepStore,
} from '@assay/modules/payouts';
import { ChainNode } from '@assay/platform/chain/node';
import { systemClock } from '@assay/platform/clock';
import {
  type Client,
  connectDatabase,
  type Database,
  disconnect,
} from '@assay/platform/db/database';
import type { Log } from '@assay/platform/log';
import { StartError } from '@assay/platform/start-error';
import { ChainView } from './chain-view.ts';
import { externalKey } from './keys/external.ts';
import type { Key } from './keys/key.ts';
import { openKeyFile } from './keys/key-file.ts';
import type { Seed } from './keys/seed.ts';
import { askPassphrase, readPassphrase } from './passphrase.ts';
import { type Policy, policyShape } from './rules/policy.ts';
import { ChainSigner } from './signer.ts';

const POOL_SIZE = 4;

/** Paths in it are relative to the file. */
export function readPolicy(file: string): Policy {
  let given: unknown;
  try {
    given = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new StartError(`The policy ${file} cannot be read, or is not JSON.`, { cause });
  }
  const read = policyShape.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map(
      ({ path: at, message }) => `  ${at.join('.') || 'policy'}: ${message}`,
    );
    throw new StartError(`The policy ${file} is wrong:\n${lines.join('\n')}`);
  }
  const { key } = read.data;
  if (!('file' in key)) return read.data;
  const from = (name: string) => path.resolve(path.dirname(file), name);
  const { passphraseFile } = key;
  const secret = passphraseFile === undefined ? {} : { passphraseFile: from(passphraseFile) };
  return { ...read.data, key: { file: from(key.file), ...secret } };
}

/** What pays out, and where it is here the seed, which also has the keys of deposit addresses. */
interface Opened {
  readonly key: Key;
  readonly seed: Seed | null;
}

async function openKey({ key }: Policy): Promise<Opened> {
  if ('url' in key) return { key: externalKey(key.url, key.address), seed: null };
  const { file, passphraseFile } = key;
  const passphrase = passphraseFile
    ? readPassphrase(passphraseFile)
    : await askPassphrase(`Passphrase of ${file}: `);
  const seed = await openKeyFile(file, passphrase);
  return { key: seed.hot, seed };
}

/** Signs until the signal is aborted, or the lock is lost, which throws. */
export async function run(policy: Policy, log: Log, signal: AbortSignal): Promise<void> {
  const opened = await openKey(policy);
  const { key } = opened;
  const db = connectDatabase(policy.database, { log, poolSize: POOL_SIZE });
  let lock: Client | null = null;
  try {
    await refuseOtherRole(db);
    lock = await takeLock(db, key.address);
    const lost = new Promise<never>((_resolve, reject) => {
      lock?.once('end', () => reject(new StartError('The database closed the connection.')));
    });
    lost.catch(() => undefined);
    log.info({ address: key.address }, 'the signer is ready');
    const chains = policy.chains.map((chain) => signerOf(policy, chain, opened, db, log));
    await Promise.race([lost, Promise.all(chains.map((one) => loop(one, policy, signal)))]);
  } finally {
    if (lock !== null) await disconnect(lock);
    await db.close();
  }
}

async function refuseOtherRole(db: Database): Promise<void> {
  const excess = await excessOfSigner(db);
  if (excess.length > 0) {
    const some = excess.slice(0, 5).join(', ');
    throw new StartError(`The role of the signer may do more than it needs: ${some} ….`);
  }
  const lack = await lackOfSigner(db);
  if (lack.length === 0) return;
  const missing = lack.join(', ');
  throw new StartError(
    `This database has nothing for a signer yet: ${missing}. Start the server first.`,
  );
}

async function takeLock(db: Database, address: string): Promise<Client> {
  const client = await db.connect();
  if (await lockSigner(client, address)) return client;
  await disconnect(client);
  throw new StartError(`Another signer works with ${address}. Stop it first.`);
}

function signerOf(
  policy: Policy,
  chain: Policy['chains'][number],
  { key, seed }: Opened,
  db: Database,
  log: Log,
): ChainSigner {
  const view = new ChainView(
    chain.chainId,
    chain.nodes.map((url) => new ChainNode(url)),
  );
  const [outgoing, requests] = [new OutgoingStore(db), new RequestStore(db)];
  const deposits = seed === null ? {} : { deposits: { keys: seed, store: new SweepStore(db) } };
  const stores = { outgoing, requests, ...deposits };
  return new ChainSigner({ chain, policy, view, key, ...stores, clock: systemClock, log });
}

async function loop(chain: ChainSigner, { every }: Policy, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await chain.step();
    await pause(every * 1_000, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
