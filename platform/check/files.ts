import fs from 'node:fs';
import path from 'node:path';
import type { Realm } from '@assay/core/ledger/realm';
import { headText, type SignedHead } from '@assay/core/receipt/head';
import type { Client } from 'pg';
import { writeDurably } from '../db/files.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { RealmCheck } from './realm-check.ts';
import type { SavedShared, SharedCheck } from './shared-check.ts';
import type { LogSigner } from './signer.ts';

/**
 * What the check keeps in DATA_DIR, out of reach of whoever can write to the database: checkpoints,
 * the last signed heads, and what was found.
 */
export class CheckFiles {
  readonly #folder: string;
  readonly #signer: LogSigner;

  constructor(folder: string, signer: LogSigner) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#signer = signer;
  }

  /** Lets the check of a realm go on from its checkpoint. Returns why it cannot. */
  async restore(check: RealmCheck): Promise<string[]> {
    try {
      const checkpoint = await readCheckpoint(this.#checkpoint(check.realm), this.#signer);
      if (checkpoint !== null) await check.restore(checkpoint.saved, checkpoint.reader);
    } catch (error) {
      return [`the checkpoint of ${check.realm} cannot be used: ${String(error)}`];
    }
    try {
      const head = this.#readHead(check.realm);
      if (head === 'forged') return [`the kept head of ${check.realm} is not signed by log.key`];
      if (head !== null) check.expect(head);
      return [];
    } catch (error) {
      return [`the file ${this.#head(check.realm)} is damaged: ${String(error)}`];
    }
  }

  save(check: RealmCheck, client: Client): Promise<boolean> {
    return writeCheckpoint(this.#checkpoint(check.realm), check, client, this.#signer);
  }

  /** Keeps how far a realm is followed, without a state, and forgets what contradicts it. */
  async saveAccepted(check: RealmCheck, client: Client): Promise<void> {
    await writeCheckpoint(this.#checkpoint(check.realm), check, client, this.#signer, true);
    fs.rmSync(this.#head(check.realm), { force: true });
  }

  saveHead(head: SignedHead): void {
    writeDurably(this.#head(head.realm), JSON.stringify(head));
  }

  hasShared(): boolean {
    return fs.existsSync(this.#file('shared.checkpoint'));
  }

  restoreShared(check: SharedCheck): string[] {
    const file = this.#file('shared.checkpoint');
    const text = read(file);
    if (text === null) return [];
    const end = text.lastIndexOf('\n');
    const content = text.slice(0, Math.max(0, end));
    if (!this.#signer.isSigned(content, text.slice(end + 1))) {
      return ['the checkpoint of the shared tables is not signed by log.key'];
    }
    check.restore(JSON.parse(content) as SavedShared);
    return [];
  }

  saveShared(check: SharedCheck): void {
    const content = JSON.stringify(check.save());
    writeDurably(this.#file('shared.checkpoint'), `${content}\n${this.#signer.sign(content)}`);
  }

  /** Why a realm was stopped, until it is mended. */
  readFinding(realm: Realm | null): string | null {
    return read(this.#finding(realm));
  }

  saveFinding(realm: Realm | null, findings: readonly string[], at: number): void {
    if (this.readFinding(realm) !== null) return;
    writeDurably(this.#finding(realm), `${new Date(at).toISOString()}\n${findings.join('\n')}\n`);
  }

  forgetFinding(realm: Realm | null): void {
    fs.rmSync(this.#finding(realm), { force: true });
  }

  #readHead(realm: Realm): SignedHead | 'forged' | null {
    const text = read(this.#head(realm));
    if (text === null) return null;
    const head = JSON.parse(text) as SignedHead;
    return this.#signer.isSigned(headText(head), head.signature) ? head : 'forged';
  }

  #checkpoint(realm: Realm): string {
    return this.#file(`${realm}.checkpoint`);
  }

  #head(realm: Realm): string {
    return this.#file(`${realm}.head`);
  }

  #finding(realm: Realm | null): string {
    return this.#file(`${realm ?? 'shared'}.finding`);
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}

function read(file: string): string | null {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}
