import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { OWNER } from '@assay/core/ledger/owners';
import type { MarketListing } from '@assay/core/order/market';
import { createDice } from '@assay/core/testing/dice';
import { connectDatabase } from '@assay/platform/db/database';
import { type EmbeddedServer, startEmbedded, stopEmbedded } from '@assay/platform/db/embedded';
import { migrate } from '@assay/platform/db/migrate';
import type { AnyCommand, AnyReply } from '@assay/platform/engine/command';
import { engineTables } from '../../apps/server/migrations.ts';
import type { RealmPart } from '../../apps/server/realm.ts';
import { testAssets, testMarkets } from '../../apps/server/testing/test-listings.ts';
import { realmParts, type SimPart } from '../parts/parts.ts';
import type { Bug } from '../planted/bugs.ts';
import { bundle } from '../planted/bundle.ts';
import { Child, family, pause } from './child.ts';
import { BOOKS_ONLY, type Followed, HouseLoad, type Load } from './load.ts';
import { AGAIN, type Answer, type Session, type Target } from './target.ts';

const PRICE = 96_000;
const FIRST_USER = 1_000;
const FEED_EVERY_MS = 100;

/** A line that the engine's process answers with. */
type Line = { readonly n: number; readonly reply?: AnyReply; readonly followed?: Followed };

/** An engine in a process of its own, over a socket; the database is ours. */
export class HostTarget implements Target {
  readonly name = 'host';
  readonly markets: string[];
  readonly load: Load;
  readonly parts: readonly RealmPart[];
  readonly #modules: readonly SimPart[];
  readonly #bug: Bug | null;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-kill9-'));
  #script = '';
  #database: EmbeddedServer | null = null;
  #child: Child | null = null;
  #socket: net.Socket | null = null;
  #waiting = new Map<number, (line: Line | null) => void>();
  #sent = 0;
  /** Null: nothing is sold against the house. */
  readonly #house: HouseLoad | null;
  readonly #dice = createDice(1);
  #isFed = false;

  constructor(bug: Bug | null = null, modules: readonly SimPart[] = []) {
    this.#bug = bug;
    this.#modules = modules;
    this.parts = realmParts(modules);
    this.markets = ['BTCUSDT', ...this.#listings().map(({ symbol }) => symbol)];
    const names = modules.map(({ name }) => name);
    const follows = modules.some((part) => part.follows);
    this.#house = follows ? new HouseLoad(names, PRICE) : null;
    this.load = this.#house ?? BOOKS_ONLY;
    fs.chmodSync(this.#folder, 0o755);
  }

  async prepare(): Promise<void> {
    this.#script = await bundle('sim/kill9/host.ts', this.#bug);
    await this.#startDatabase();
    const [url = '', ownerUrl] = this.#addresses();
    const db = connectDatabase(url, { ownerUrl });
    await migrate(db, engineTables(this.parts));
    await db.close();
    await this.restart();
    for (const asset of testAssets) await this.#must('listAsset', asset);
    for (const market of [...testMarkets, ...this.#listings()]) {
      await this.#must('listMarket', market);
    }
    for (const [asset, amount] of [
      ['USDT', '20000000'],
      ['BTC', '200'],
    ]) {
      await this.#must('fundHouse', { owner: OWNER.marketMaker, asset, amount });
    }
    const prices = [{ index: 'BTC-USDT', price: String(PRICE), n: 1 }];
    await this.#must('recordPrices', { prices }, OWNER.feeds);
    for (const { actor, type, body } of this.#house?.setUp() ?? []) {
      this.#house?.isSet(type, await this.#must(type, body, actor));
    }
    if (this.#house !== null) void this.#feed(this.#house);
  }

  /** Feed and custody, which go on while engines come and go. */
  async #feed(house: HouseLoad): Promise<void> {
    this.#isFed = true;
    while (this.#isFed) {
      await pause(FEED_EVERY_MS);
      const sent = await this.#ask(house.tell(this.#dice));
      if (sent?.reply === undefined) continue;
      const followed = (await this.#ask(null))?.followed;
      const commands = [followed && house.ticksAfter(followed), house.release(this.#dice)];
      for (const command of commands) if (command) await this.#ask(command);
    }
  }

  async sessions(count: number): Promise<Session[]> {
    const sessions: Session[] = [];
    for (let i = 0; i < count; i += 1) {
      const userId = FIRST_USER + i;
      const grants = [
        { asset: 'USDT', amount: '1000000' },
        { asset: 'BTC', amount: '10' },
      ];
      await this.#must('openVirtualAccount', { userId, grants }, userId);
      sessions.push({
        actor: userId,
        engineId: (_call, cid) => cid,
        send: (type, body, id) => this.#command({ actor: userId, type, body, id }),
      });
    }
    return sessions;
  }

  price(): Promise<number> {
    return Promise.resolve(PRICE);
  }

  databaseUrl(): string {
    return (this.#database as EmbeddedServer).url;
  }

  /** As the role of the product, and as the owner. */
  #addresses(): string[] {
    const { url, appUrl } = this.#database as EmbeddedServer;
    return [appUrl, url];
  }

  async kill(what: 'engine' | 'database' | 'both'): Promise<void> {
    if (what !== 'engine') {
      const pid = this.#database?.pid() ?? null;
      if (pid !== null) for (const one of family(pid)) process.kill(one, 'SIGKILL');
    }
    if (what === 'database') return;
    await this.#child?.kill();
    this.#hangUp();
  }

  async restart(): Promise<void> {
    await this.#startDatabase();
    if (this.#socket !== null) return; // only the database was killed
    this.#child = new Child([
      this.#script,
      ...this.#addresses(),
      this.#modules.map(({ name }) => name).join(','),
    ]);
    const [, port] = await this.#child.prints(/ready (\d+)/);
    this.#socket = await this.#call(Number(port));
  }

  async stop(): Promise<void> {
    this.#isFed = false;
    await this.#child?.stop();
    this.#hangUp();
  }

  async clean(): Promise<void> {
    this.#isFed = false;
    await this.#child?.kill();
    this.#hangUp();
    await stopEmbedded(path.join(this.#folder, 'postgres'));
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    fs.rmSync(this.#script, { force: true });
  }

  /** What the modules list beside spot. */
  #listings(): MarketListing[] {
    const [bitcoin] = testMarkets;
    return this.#modules.flatMap(({ marketOn }) =>
      marketOn === undefined || bitcoin === undefined ? [] : marketOn(bitcoin),
    );
  }

  async #startDatabase(): Promise<void> {
    const folder = path.join(this.#folder, 'postgres');
    this.#database = await startEmbedded({ folder, owned: false });
  }

  #call(port: number): Promise<net.Socket> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(socket));
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.on('close', () => this.#hangUp());
      const lines = readline.createInterface({ input: socket });
      lines.on('line', (text) => this.#receive(text));
      lines.on('error', () => undefined); // the socket's own listener reports it
    });
  }

  #receive(text: string): void {
    // The last line of a killed process may be cut short: then nothing was answered.
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      return;
    }
    this.#waiting.get(line.n)?.(line);
    this.#waiting.delete(line.n);
  }

  #hangUp(): void {
    this.#socket?.destroy();
    this.#socket = null;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const resolve of waiting.values()) resolve(null);
  }

  /** Null asks what it followed. */
  #ask(command: AnyCommand | null): Promise<Line | null> {
    const socket = this.#socket;
    if (socket === null) return Promise.resolve(null);
    this.#sent += 1;
    const n = this.#sent;
    return new Promise((resolve) => {
      this.#waiting.set(n, resolve);
      socket.write(`${JSON.stringify({ n, command })}\n`);
    });
  }

  async #command(command: AnyCommand): Promise<Answer> {
    const reply = (await this.#ask(command))?.reply;
    if (reply === undefined) return AGAIN;
    const { ok, seq, hash } = reply;
    return {
      kind: 'done',
      ok,
      text: JSON.stringify(reply),
      receipt: { seq, hash },
      refusal: reply.ok ? null : reply.refusal,
      orderId: reply.ok && typeof reply.value.id === 'number' ? reply.value.id : null,
    };
  }

  async #must(type: string, body: object, actor: number = OWNER.setup): Promise<number> {
    const line = await this.#ask({ actor, type, body });
    if (line?.reply?.ok !== true) throw new Error(`${type}: ${JSON.stringify(line)}`);
    return line.reply.seq;
  }
}
