import type { Bounds } from '@assay/core/order/life/bounds';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { TickFollower } from '@assay/modules/options';
import type { AnyReply } from '@assay/platform/engine/command';
import type { Committed } from '@assay/platform/engine/engine';
import { createEngine, type RealmEngine, type RealmPart } from '../apps/server/realm.ts';
import { Auditor } from './audit/auditor.ts';
import { WallClock } from './clock.ts';
import { type Life, Server } from './database/server.ts';
import { Faults } from './faults.ts';
import { Feed } from './feed/feed.ts';
import { type ClientCommand, expectThat, Finding, History, type Request } from './history.ts';
import { Loop, takeOverTime } from './loop.ts';
import { Neighbour } from './neighbour.ts';
import { boundsOf, partsOf, realmParts, type SimPart } from './parts/parts.ts';
import { Workload } from './workload/workload.ts';

/** How long everything may take to come to rest once nothing goes wrong any more. */
const PATIENCE_MS = 120_000;
/** Commits between two full audits, on average. */
const AUDIT_EVERY = 8;

/** One server process: its engine, its connections, and whether it lives. */
interface Home {
  readonly engine: RealmEngine;
  readonly life: Life;
  readonly attempts: Set<Attempt>;
  /** Takes commands: it has started and was not stopped. */
  open: boolean;
  /** Asked to stop while nothing was wrong: whatever it took it must answer. */
  leaving: boolean;
}

interface Attempt {
  readonly request: Request;
  over: boolean;
  /** Of who waits for it inside the process of the engine. */
  readonly resolve?: (reply: AnyReply) => void;
  readonly reject?: (error: Error) => void;
}

export interface RunReport {
  readonly seed: number;
  readonly finding: string | null;
  readonly commands: number;
  /** Hash of the last command of the log. */
  readonly head: string;
  readonly virtualMs: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly trace: readonly string[];
}

/** One schedule: everything in it follows from the seed. */
export async function simulate(
  seed: number,
  count = 160,
  parts = partsOf(seed),
): Promise<RunReport> {
  const loop = new Loop();
  const world = new World(seed, loop, count, parts);
  const giveBack = takeOverTime(loop);
  let finding: string | null = null;
  try {
    await world.run();
  } catch (error) {
    finding = error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    giveBack();
  }
  if (finding === null) {
    finding = await world.prove().then(
      () => null,
      (error: Error) => error.stack ?? error.message,
    );
  }
  const { trace, commands, head, outcomes } = world;
  return { seed, finding, commands, head, virtualMs: loop.now, outcomes, trace };
}

class World {
  readonly trace: string[] = [];
  readonly #loop: Loop;
  readonly #dice: Dice;
  readonly #faults: Faults;
  readonly #server: Server;
  readonly #workload: Workload;
  readonly #history = new History();
  readonly #auditor: Auditor;
  readonly #clock: WallClock;
  readonly #waiting = new Set<Request>();
  #neighbour: Neighbour | null = null;
  #homes: Home[] = [];
  /** Commands that clients still have to send. */
  #left: number;
  readonly #realm: readonly RealmPart[];
  #failure: unknown = null;
  #opened = 0;
  readonly #bounds: Bounds;
  readonly #parts: readonly SimPart[];
  readonly #feed: Feed;
  /** Whether a part lives by ticks. */
  readonly #follows: boolean;
  readonly #proved = new Map<string, number>();

  constructor(seed: number, loop: Loop, count: number, parts: readonly SimPart[]) {
    this.#loop = loop;
    this.#left = count;
    this.#realm = realmParts(parts);
    this.#parts = parts;
    this.#follows = parts.some(({ follows }) => follows);
    this.#bounds = boundsOf(seed, parts);
    this.#feed = new Feed(createDice(seed));
    const dice = createDice(seed);
    this.#dice = createDice(dice.int(0, 2 ** 31));
    this.#faults = new Faults(createDice(dice.int(0, 2 ** 31)));
    this.#server = new Server(loop, createDice(dice.int(0, 2 ** 31)), this.#faults);
    this.#workload = new Workload(createDice(dice.int(0, 2 ** 31)), parts, this.#feed);
    const tables = this.#server.tables('demo');
    this.#auditor = new Auditor(tables, this.#history, parts, this.#bounds);
    this.#clock = new WallClock(loop, seed, this.#follows);
  }

  get commands(): number {
    return this.#auditor.seq;
  }

  get head(): string {
    return this.#auditor.head;
  }

  get outcomes(): ReadonlyMap<string, number> {
    return new Map([...this.#auditor.outcomes(), ...this.#proved]);
  }

  /** After the run: what is left is computed again by programs of their own. */
  async prove(): Promise<void> {
    const tables = this.#server.tables('demo');
    for (const { proof } of this.#parts) {
      for (const [kind, count] of (await proof?.(tables, this.#feed)) ?? []) {
        this.#proved.set(kind, count);
      }
    }
  }

  async run(): Promise<void> {
    this.#note(`weather: ${this.#faults.weather.name}`);
    this.#open();
    if (this.#dice.int(0, 3) === 0) {
      this.#neighbour = new Neighbour(this.#server, () => this.#clock.now(), this.#realm);
    }
    this.#feed.advance(this.#clock.now());
    for (const step of this.#workload.setUp()) {
      for (const command of step) this.#send(command);
      await this.#until(() => this.#waiting.size === 0, 'the set-up');
    }
    this.#goOn();
    const troubles = this.#dice.int(0, 6);
    for (let i = 0; i < troubles; i += 1) {
      this.#loop.after(this.#dice.int(0, 25_000), () => this.#trouble());
    }
    await this.#until(() => this.#left <= 0, 'the last command', 10 * PATIENCE_MS);
    this.#faults.over = true;
    if (this.#follows) await this.#outlast();
    await this.#until(() => this.#atRest(), 'rest');
    await this.#finish();
  }

  /** The last audits, and one more load: what was answered is there, once, and adds up. */
  async #finish(): Promise<void> {
    this.#auditor.audit(this.#ready()?.engine ?? null);
    for (const { life, engine } of this.#homes) {
      const most = engine.status.state === 'ready' ? 1 : 2;
      const has = this.#server.connectionsOf(life);
      expectThat(has <= most, 'an engine keeps one connection, and one more while it loads');
    }
    for (const home of this.#homes) this.#kill(home);
    this.#open();
    await this.#until(() => this.#ready() !== undefined, 'the last start');
    const home = this.#ready() as Home;
    this.#auditor.audit(home.engine);
    this.#auditor.finish();
    this.#neighbour?.finish();
    await this.#stop(home);
  }

  /** Days later: what had its time has ended by the ticks of that time, or is void. */
  async #outlast(): Promise<void> {
    this.#clock.outlast();
    const isOver = () => {
      const machines = this.#ready()?.engine.machines;
      return machines !== undefined && this.#parts.every((one) => one.isOver?.(machines) ?? true);
    };
    let ended = false;
    const goOn = () => {
      if (ended) return;
      this.#clock.advance(20_000);
      this.#feed.advance(this.#clock.now());
      this.#do(() => this.#send(this.#feed.prices(this.#dice)));
      this.#loop.after(1_000, goOn);
    };
    goOn();
    await this.#until(isOver, 'the end of what has its time');
    ended = true;
  }

  #ready(): Home | undefined {
    return this.#homes.find(({ open, engine }) => open && engine.status.state === 'ready');
  }

  #atRest(): boolean {
    const home = this.#ready();
    if (home === undefined || this.#waiting.size > 0) return false;
    const { seq, durableSeq } = home.engine.status;
    return seq === durableSeq && this.#homes.every(({ attempts }) => attempts.size === 0);
  }

  async #until(done: () => boolean, what: string, limitMs = PATIENCE_MS): Promise<void> {
    const came = await this.#loop.run(() => this.#failure !== null || done(), limitMs);
    if (this.#failure !== null) throw this.#failure;
    expectThat(came, `${what} did not come: ${this.#describe()}`);
  }

  #describe(): string {
    const homes = this.#homes.map(({ engine, open }) => `${engine.status.state}/${open}`);
    const waiting = [...this.#waiting].slice(0, 3).map(({ label }) => label);
    return `engines ${homes.join(', ') || 'none'}; waiting for ${waiting.join('; ') || 'nothing'}`;
  }

  /** Runs something of the schedule; what it finds ends the schedule. */
  #do(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#failure ??= error;
    }
  }

  #note(text: string): void {
    this.trace.push(`${String(Math.floor(this.#loop.now)).padStart(6)} ${text}`);
  }

  // Processes

  #open(): void {
    const life: Life = { dead: false, cutOffUntil: 0 };
    this.#opened += 1;
    const name = `home ${this.#opened}`;
    const engine = createEngine({
      realm: 'demo',
      db: { connect: () => this.#server.connect(life) },
      clock: this.#clock,
      log: {
        info: (data: object, text: string) =>
          this.#note(`${name}: ${text} ${JSON.stringify(data)}`),
        error: (data: object, text: string) => this.#logged(data, `${name}: ${text}`),
      },
      holder: name,
      parts: this.#realm,
      bounds: this.#bounds,
    });
    const home: Home = { engine, life, attempts: new Set(), open: false, leaving: false };
    this.#homes.push(home);
    engine.onLoad(() => this.#do(() => this.#auditor.loaded(engine)));
    engine.onCommit((batch) => this.#do(() => this.#committed(home, batch)));
    if (this.#follows) this.#followTicks(home);
    engine.start().then(
      () => {
        home.open = !life.dead;
      },
      (error) => this.#startFailed(home, error),
    );
  }

  /** The job of the server that gives its engine every tick of the log. */
  #followTicks(home: Home): void {
    const { engine, life } = home;
    const follower = new TickFollower({
      realm: 'demo',
      machine: () => engine.machines.options,
      submit: (command) =>
        new Promise((resolve, reject) => {
          const request = this.#history.request(command);
          this.#attempt(home, { request, over: false, resolve, reject });
        }),
      ticks: this.#feed.log,
      now: () => this.#clock.now(),
    });
    const round = () => {
      if (life.dead) return;
      this.#feed.advance(this.#clock.now());
      // What does not get through now is read again from where the engine is by then.
      if (home.open && engine.status.state === 'ready') follower.follow().catch(() => undefined);
      this.#loop.after(1_000, round);
    };
    this.#loop.after(this.#dice.int(0, 1_000), round);
  }

  /** A process whose start fails ends, and another one is started. */
  #startFailed(home: Home, error: unknown): void {
    if (home.life.dead) return;
    this.#note(`start failed: ${error}`);
    this.#kill(home);
    this.#loop.after(300, () => this.#openIfNone());
  }

  #logged(data: object, text: string): void {
    this.#note(`${text}: ${'error' in data ? data.error : ''}`);
    if (text.includes('broken invariant')) this.#failure ??= (data as { error: unknown }).error;
  }

  #committed(home: Home, batch: Committed): void {
    this.#auditor.published(batch);
    const { seq, durableSeq } = home.engine.status;
    if (seq === durableSeq && this.#dice.int(1, AUDIT_EVERY) === 1) {
      this.#auditor.audit(home.engine);
    }
  }

  #kill(home: Home): void {
    this.#server.abandon(home.life);
    this.#homes = this.#homes.filter((other) => other !== home);
    home.open = false;
    for (const attempt of home.attempts) this.#lose(home, attempt);
  }

  #openIfNone(): void {
    if (this.#homes.length === 0) this.#open();
  }

  async #stop(home: Home): Promise<void> {
    home.open = false;
    let stopped = false;
    home.engine.stop().then(() => {
      stopped = true;
    });
    await this.#until(() => stopped && home.attempts.size === 0, 'the stop');
    const { seq, durableSeq } = home.engine.status;
    expectThat(seq === durableSeq, 'a stop leaves nothing undone');
    this.#kill(home);
  }

  /** Something goes wrong from outside. */
  #trouble(): void {
    if (this.#faults.over) return;
    const dice = this.#dice;
    const kind = dice.pick(['kill', 'kill', 'kill', 'database', 'stop', 'takeover', 'clock']);
    this.#note(`trouble: ${kind}`);
    const home = this.#homes[0];
    if (kind === 'clock') this.#clock.jump(dice);
    else if (kind === 'database') this.#restartDatabase();
    else if (home === undefined) this.#openIfNone();
    else if (kind === 'takeover') this.#takeOver(home);
    else if (kind === 'stop') this.#stopSoon(home);
    else {
      this.#kill(home);
      this.#loop.after(dice.int(1, 1_500), () => this.#openIfNone());
    }
  }

  #restartDatabase(): void {
    for (const home of this.#homes) home.leaving = false;
    this.#server.restart(this.#dice.int(0, 3_000));
  }

  #stopSoon(home: Home): void {
    home.open = false;
    const { refused, lostBefore, lostAfter, lingers } = this.#faults.weather;
    const isFair = refused + lostBefore + lostAfter + lingers === 0;
    home.leaving = isFair && home.engine.status.state === 'ready' && this.#homes.length === 1;
    const end = () => {
      this.#loop.after(1, () => this.#closed(home));
      this.#loop.after(this.#dice.int(1, 500), () => this.#openIfNone());
    };
    home.engine.stop().then(end, end);
  }

  #closed(home: Home): void {
    this.#do(() => expectThat(!home.leaving || home.attempts.size === 0, 'a stop answers all'));
    if (!home.life.dead) this.#kill(home);
  }

  /** The writer is stopped for a while, and another one takes the realm from it. */
  #takeOver(home: Home): void {
    if (this.#homes.length > 1) return;
    home.leaving = false; // what it has not finished by now may be taken from it
    home.life.cutOffUntil = this.#loop.now + this.#dice.int(3_000, 15_000);
    this.#open();
    this.#loop.after(this.#dice.int(16_000, 30_000), () => {
      if (!home.life.dead && this.#homes.length > 1) this.#stopSoon(home);
    });
  }

  // Clients

  #goOn(): void {
    const given = this.#follows ? this.#goOnInTime() : [];
    const machines = this.#ready()?.engine.machines ?? null;
    const next = this.#workload.next({ at: this.#clock.now(), machines });
    const commands = [...given, ...next];
    this.#left -= commands.length;
    for (const command of commands) this.#do(() => this.#send(command));
    if (this.#left <= 0) return;
    const pause = this.#dice.int(0, 19) === 0 ? this.#dice.int(500, 4_000) : this.#dice.int(0, 120);
    this.#loop.after(pause, () => this.#goOn());
  }

  /** The clock leaps now and then; after most leaps the engine is given the prices of then. */
  #goOnInTime(): ClientCommand[] {
    const leaps = this.#dice.int(0, 3) === 0;
    if (leaps) this.#clock.leap(this.#dice);
    this.#feed.advance(this.#clock.now());
    return leaps && this.#dice.int(0, 5) > 0 ? [this.#feed.prices(this.#dice)] : [];
  }

  /** Sends a command, some of them more than once, and again until it is answered. */
  #send(command: ClientCommand): void {
    this.#neighbour?.receive(command);
    const request = this.#history.request(command);
    if (command.id !== undefined && request.reply === null) this.#waiting.add(request);
    const copies =
      command.id !== undefined && this.#dice.int(0, 9) === 0 ? this.#dice.int(2, 5) : 1;
    this.#try(request);
    for (let i = 1; i < copies; i += 1) {
      const delayMs = this.#dice.pick([0, 0, 1, 3, this.#dice.int(0, 400)]);
      this.#loop.after(delayMs, () => this.#do(() => this.#try(request)));
    }
  }

  #try(request: Request): void {
    const open = this.#homes.filter((home) => home.open);
    if (open.length === 0) {
      this.#tryLater(request);
      return;
    }
    const home = this.#dice.int(0, 3) === 0 ? this.#dice.pick(open) : (open.at(-1) as Home);
    this.#attempt(home, { request, over: false });
  }

  #attempt(home: Home, attempt: Attempt): void {
    const { request } = attempt;
    home.attempts.add(attempt);
    this.#history.sent(request);
    home.engine.submitAny(request.command).then(
      (reply) => this.#do(() => this.#answered(home, attempt, reply)),
      (error) => this.#do(() => this.#failed(home, attempt, error)),
    );
  }

  #tryLater(request: Request): void {
    if (request.command.id === undefined) return;
    this.#loop.after(this.#dice.int(20, 600), () =>
      this.#do(() => {
        if (request.reply === null) this.#try(request);
      }),
    );
  }

  #answered(home: Home, attempt: Attempt, reply: AnyReply): void {
    if (attempt.over || home.life.dead) return;
    this.#end(home, attempt);
    const { request } = attempt;
    this.#auditor.isDurable(request, reply);
    this.#history.answered(request, reply);
    this.#waiting.delete(request);
    this.#workload.learn(request.command, reply);
    attempt.resolve?.(reply);
  }

  #failed(home: Home, attempt: Attempt, error: Error): void {
    if (attempt.over || home.life.dead) return;
    this.#end(home, attempt);
    const { request } = attempt;
    if (error.name === 'EngineUnavailable') this.#history.notTaken(request);
    else if (error.name === 'OutcomeUnknown' && mayBeUnknown(home)) this.#history.unknown(request);
    else throw new Finding(`${request.label} failed with ${error.stack}`);
    this.#tryLater(request);
    attempt.reject?.(error);
  }

  /** The process was killed: this attempt is never answered. */
  #lose(home: Home, attempt: Attempt): void {
    if (attempt.over) return;
    this.#end(home, attempt);
    this.#history.unknown(attempt.request);
    this.#tryLater(attempt.request);
  }

  #end(home: Home, attempt: Attempt): void {
    attempt.over = true;
    home.attempts.delete(attempt);
  }
}

/** An engine that stops in fair weather answers all, unless its database is silent for too long. */
function mayBeUnknown({ leaving, engine }: Home): boolean {
  return !leaving || engine.status.trouble === 'the database did not answer in time';
}
