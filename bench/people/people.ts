import http from 'node:http';
import { parseArgs } from 'node:util';
import { picture } from '@assay/platform/images/images.suite';
import { quantile } from '../http/wire.ts';
import { ask, type From, tokenOf } from '../reads/ask.ts';
import { openTraders, trickle } from '../reads/trickle.ts';
import { startBenchServer } from '../server.ts';
import { Staff } from './staff.ts';

/**
 * What the work for people costs the orders of others: tries to log in, each of which hashes a
 * password, and pictures of documents, each of which is decoded and encoded. Beside either goes a
 * steady trickle of orders; its peer is the same trickle alone, in turns.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    turns: { type: 'string', default: '3' },
  },
});
const [seconds, turns] = [Number(values.seconds), Number(values.turns)];
/** Offered, whatever the server answers. */
const TRIES_PER_SECOND = 200;
const UPLOADS_AT_ONCE = 4;
const PICTURE = { width: 3_000, height: 2_000 };
const crowd = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers by their status. */
type Answers = Map<number, number>;
const count = (answers: Answers, status: number) =>
  answers.set(status, (answers.get(status) ?? 0) + 1);

/** Offers tries at their rate until it is stopped, from as many networks as there are tries. */
function tryOn(port: number, account: string, answers: Answers): () => Promise<void> {
  let running = true;
  const waiting = new Set<Promise<void>>();
  const one = async (i: number) => {
    const ip = `10.${i % 200}.${Math.floor(i / 200) % 200}.7`;
    const from: From = { port, ip, agent: crowd };
    // Half of them of nobody, which must cost as much as that of a person.
    const form = `account=${i % 2 === 0 ? account : `nobody-${i}@example.org`}&password=wrong`;
    count(answers, (await ask(from, { method: 'POST', path: '/web/userLogin', form })).status);
  };
  const loop = async () => {
    const began = performance.now();
    for (let i = 0; running; i += 1) {
      await sleep(Math.max(0, began + (i * 1_000) / TRIES_PER_SECOND - performance.now()));
      const sent = one(i).finally(() => waiting.delete(sent));
      waiting.add(sent);
    }
  };
  const ended = loop();
  return async () => {
    running = false;
    await ended;
    await Promise.all(waiting);
  };
}

/** Uploads a picture again and again for each person, until it is stopped. */
function uploadOn(
  address: string,
  tokens: readonly string[],
  image: Buffer,
  answers: Answers,
): () => Promise<void> {
  let running = true;
  const ended = Promise.all(
    tokens.map(async (token, i) => {
      const url = `${address}/web/uploadVerificationPhoto?slot=front&fileName=front.jpg`;
      const headers = {
        ...{ ...tokenOf(token), 'content-type': 'image/jpeg' },
        'x-forwarded-for': `192.0.${3 + i}.10`,
      };
      while (running) {
        const body = new Uint8Array(image);
        const reply = await fetch(url, { method: 'POST', headers, body });
        count(answers, reply.status);
        await reply.arrayBuffer();
      }
    }),
  );
  return async () => {
    running = false;
    await ended;
  };
}

const of = (times: readonly number[], share: number) =>
  quantile(Float64Array.from(times).sort(), share);

const server = await startBenchServer({ TRUST_PROXY: '127.0.0.1' });
try {
  const port = Number(new URL(server.address).port);
  const staff = await Staff.enter(server);
  const people: { readonly token: string; readonly account: string }[] = [];
  for (let i = 0; i < UPLOADS_AT_ONCE; i += 1) people.push(await staff.verifiedPerson(i));
  const image = await picture(1, PICTURE);
  const traders = await openTraders(port);
  await trickle(traders, seconds);
  const tokens = people.map(({ token }) => token);
  const loads = {
    logins: (answers: Answers) => tryOn(port, people[0]?.account ?? '', answers),
    uploads: (answers: Answers) => uploadOn(server.address, tokens, image, answers),
  };
  for (const [name, start] of Object.entries(loads)) {
    const [quiet, loaded]: [number[], number[]] = [[], []];
    const answers: Answers = new Map();
    for (let turn = 0; turn < turns; turn += 1) {
      quiet.push(...(await trickle(traders, seconds)));
      const stop = start(answers);
      loaded.push(...(await trickle(traders, seconds)));
      await stop();
    }
    const [p99, besideP99] = [of(quiet, 0.99), of(loaded, 0.99)];
    console.log(
      JSON.stringify({
        ...{ bench: 'people', beside: name, turns },
        answers: Object.fromEntries(answers),
        ...{ p50: of(quiet, 0.5), besideP50: of(loaded, 0.5), p99, besideP99 },
        ratio: Math.round((besideP99 / p99) * 100) / 100,
      }),
    );
  }
} finally {
  await server.stop();
}
