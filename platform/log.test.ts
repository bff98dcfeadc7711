import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog, scrub, secretFields } from './log.ts';

function capture(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  write(createLog('debug', sink as never));
  return text;
}

test('OPSX-040 secret fields are hidden at the top and two levels down', () => {
  for (const field of secretFields) {
    const text = capture((log) => {
      log.info({ [field]: 'pearl-1' }, 'top');
      log.info({ body: { [field]: 'pearl-2' } }, 'below');
      log.info({ req: { headers: { [field]: 'pearl-3' } } }, 'further below');
    });
    expect(text, field).not.toMatch(/pearl/);
    expect(text.match(/\[hidden\]/g), field).toHaveLength(3);
  }
});

test('OPSX-040 addresses lose their tokens and credentials, in errors too', () => {
  expect(scrub('/web/getInfo?token=abc&lang=en&password=x y')).toBe(
    '/web/getInfo?token=[hidden]&lang=en&password=[hidden] y',
  );
  expect(scrub('postgresql://assay:pearl@localhost/assay')).toBe(
    'postgresql://assay:[hidden]@localhost/assay',
  );
  const text = capture((log) => {
    log.error({ err: new Error('cannot reach smtp://me:pearl@mail'), url: '/x?code=pearl' }, 'no');
  });
  expect(text).not.toMatch(/pearl/);
  expect(text).toMatch(/cannot reach smtp:/);
});

test('OPSX-040 only chosen fields of an error are logged, under either name', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(pearl@example.com) already exists.',
  });
  const text = capture((log) => {
    log.error({ err: new Error('cannot register', { cause }) }, 'no');
    log.error({ error: cause }, 'no');
    log.error({ err: 'thrown smtp://me:pearl@mail' }, 'no');
  });
  expect(text).not.toMatch(/pearl/);
  expect(text.match(/"errorCode":"23505"/g)).toHaveLength(2);
  expect(text).toMatch(/cannot register/);
});
