import type { Block, Inline } from '@assay/core/text';
import { HOUR } from '@assay/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startContentBench } from './content.suite.ts';
import { defaults } from './defaults/index.ts';
import { documentOf, wordsOf } from './document.ts';
import { LAW_FINAL_MS, LAW_NOTICE_MS, linkOf } from './rules.ts';

let bench: Awaited<ReturnType<typeof startContentBench>>;
beforeAll(async () => {
  bench = await startContentBench();
});
afterAll(() => bench.stop());

const keysOf = (data: { items: { key: string }[] }) => data.items.map(({ key }) => key);

describe('a text', () => {
  it('CONT-040 becomes a tree of known parts; whatever is none of them stays text', () => {
    const written = [
      '# Title\n\nOne **two** *three* `four`  \nfive <b onclick="x()">six</b> &lt;seven&gt;',
      '<script>alert(1)</script>',
      '- a\n- b\n  1. c\n\n> d\n\n| e | f |\n|---|---|\n| 1 | 2 |\n\n```\n<g>\n```\n\n---',
      '![picture](https://elsewhere.example/x.png)',
    ].join('\n\n');
    const blocks = documentOf(written);
    expect(blocks.map(({ kind }) => kind)).toEqual([
      ...['heading', 'paragraph', 'paragraph', 'list', 'quote', 'table', 'code', 'rule'],
      'paragraph',
    ]);
    expect(wordsOf(blocks)).toContain('five <b onclick="x()">six</b> &lt;seven&gt;');
    expect(blocks[2]).toEqual(plain('<script>alert(1)</script>'));
    expect(blocks.at(-1)).toEqual(plain('![picture](https://elsewhere.example/x.png)'));
    // Marks that turn the direction of what follows, and a depth that nobody writes.
    expect(wordsOf(documentOf('safe\u202egnp.exe'))).toBe('safegnp.exe');
    expect(JSON.stringify(documentOf(`${'> '.repeat(500)}deep`)).length).toBeLessThan(5_000);
  });

  it('CONT-041 links lead to addresses of ours, to https or to a mailbox, else they are text', () => {
    const fine = ['/help', '/text?id=3#a', 'https://a.example/b?c=d', 'mailto:a@b.example'];
    expect(fine.map(linkOf)).toEqual(fine);
    const bad = [
      ...[
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        ' java\nscript:alert(1)',
        'data:text/html,x',
      ],
      ...['//evil.example', '/\\evil.example', 'http://a.example', 'https://a@b.example', 'x'],
      ...['https:alert', 'vbscript:x', 'java&#115;cript:alert(1)', 'mailto:a@b.example?bcc=c@d.e'],
      ...['blob:https://a.example/x', 'https://', '#a', `/${'a'.repeat(400)}`],
    ];
    expect(bad.map(linkOf)).toEqual(bad.map(() => null));
    expect(documentOf('[a](javascript:alert(1))')).toEqual([plain('[a](javascript:alert(1))')]);
    const nested = documentOf('[**x** [y](/b)](/a)');
    expect(linksOf(nested).every((to) => linkOf(to) === to)).toBe(true);
  });
});

describe('what the site shows', () => {
  it('CONT-050 comes with the software: texts, risks, help and coins, with links to what is there', async () => {
    for (const id of ['1', '3', '5', 'risk', 'about', 'security', 'download', 'coin-btc']) {
      const { own, document, title } = await bench.read('getText', { id });
      expect([own, title.length > 1, document.length > 0]).toEqual([true, true, true]);
    }
    expect((await bench.client.get('getText', { id: 'nothing' })).data.refusal).toBe('noText');
    expect((await bench.client.get('getText', { id: 'site' })).data.refusal).toBe('noText');
    const help = await bench.read('getTextsList', { kind: 'help' });
    expect(help.total).toBeGreaterThan(10);
    const some = await bench.read('getTextsList', { search: 'PASSKEY Thief' });
    expect(some.total).toBe(0);
    const found = await bench.read('getTextsList', { search: 'Passkey RECOVERY' });
    expect(keysOf(found)).toEqual(['second-factor']);
    const one = await bench.read('getTextsList', { section: 'programs' });
    expect(keysOf(one)).toEqual(['api-keys', 'receipts']);
    expect(await bench.read('getLogo')).toEqual({ siteName: 'Test House', image: '' });
    expect(await bench.read('getQrcode')).toEqual({ address: 'https://test.example/' });
    const ours = defaults.flatMap(({ body }) => linksOf(documentOf(body.texts.en?.text ?? '')));
    expect(new Set(ours.map((to) => to.split('?')[0]))).toEqual(
      new Set([
        ...['/text', '/agreement', '/verify', '/setting/security', '/help', '/docs', '/register'],
        ...['/agrt', '/authentication', '/setting', '/apiKeys', '/deallog', '/alerts', '/news'],
        ...['/recharge', '/kjmbSelect', '/money', '/withdrawalRules'],
      ]),
    );
  });

  it('CONT-051 staff draft, look, publish now or later, and withdraw; nobody sees a draft', async () => {
    const { post, clock } = bench;
    expect((await post('s1', 'addContentItem', { key: '3x', kind: 'text' })).data.refusal).toBe(
      'kindFixed',
    );
    await post('s1', 'addContentItem', { key: 'maintenance', kind: 'notice' });
    const again = await post('s1', 'addContentItem', { key: 'maintenance', kind: 'news' });
    expect(again.data.refusal).toBe('keyTaken');
    const odd = { title: 'Maintenance', text: 'a\u0000b\ud800' };
    await bench.draft('maintenance', odd);
    const kept = (await bench.get('s2', 'getContentItem', { key: 'maintenance' })).data;
    expect(kept.draft.texts.en.text).toBe('ab\ufffd');
    const written = { title: 'Maintenance', text: 'On **Sunday**.' };
    const first = await bench.draft('maintenance', written);
    expect((await bench.read('getGG')).total).toBe(0);
    const preview = await post('s2', 'previewContent', { text: 'On **Sunday**.' });
    expect(preview.data.document[0].content[1].kind).toBe('strong');
    const stale = { key: 'maintenance', revision: first - 1 };
    expect((await post('s1', 'publishContent', stale)).data.refusal).toBe('draftChanged');
    const early = { key: 'maintenance', revision: first, publishAt: START - 1 };
    expect((await post('s1', 'publishContent', early)).data.refusal).toBe('timePassed');
    const later = { ...early, publishAt: START + HOUR };
    expect((await post('s1', 'publishContent', later)).code).toBe(0);
    expect((await post('s1', 'publishContent', later)).data.refusal).toBe('noDraft');
    expect((await bench.read('getGG')).total).toBe(0);
    clock.set(START + HOUR);
    expect(keysOf(await bench.read('getGG'))).toEqual(['maintenance']);
    expect(await bench.read('getText', { id: 'maintenance' })).toMatchObject({
      ...{ number: 1, at: START + HOUR, own: false, lang: 'en' },
    });
    await bench.publish('news', 'a-prize', { title: 'A prize' });
    expect(keysOf(await bench.read('getGG', { kind: 'news' }))).toEqual(['a-prize']);
    const gone = await post('s2', 'withdrawContent', { key: 'maintenance' });
    expect(gone.data.number).toBe(2);
    expect((await bench.read('getGG')).total).toBe(0);
    expect((await post('s2', 'withdrawContent', { key: '1' })).data.refusal).toBe('mustStay');
    expect(bench.recorded).toContain('s2 withdrewContent content:maintenance');
    const items = (await bench.get('s2', 'getContentItems', { kind: 'notice' })).data.items;
    expect(items).toMatchObject([{ key: 'maintenance', state: 'withdrawn', changed: false }]);
    const sql = "update content_edition set made_by = 'nobody'";
    await expect(bench.database.pool.query(sql)).rejects.toThrow('append-only');
  });

  it('CONT-052 is in the language that is asked for, else in the own one of the site', async () => {
    await bench.publish('notice', 'two-tongues', { title: 'Hello' });
    const german = await bench.draft('two-tongues', { title: 'Guten Tag', language: 'de' });
    await bench.post('s1', 'publishContent', { key: 'two-tongues', revision: german });
    const titles = ['en', 'de', 'ar', 'zz'].map(async (lang) => {
      return (await bench.read('getText', { id: 'two-tongues', lang })).title;
    });
    expect(await Promise.all(titles)).toEqual(['Hello', 'Guten Tag', 'Hello', 'Hello']);
    const foreign = { key: 'two-tongues', revision: german + 1, title: 'Bonjour' };
    const french = { ...foreign, lead: '', text: '', language: 'fr' };
    expect((await bench.post('s1', 'saveContentText', french)).data.refusal).toBe(
      'unknownLanguage',
    );
    await bench.post('s1', 'addContentItem', { key: 'only-german', kind: 'notice' });
    const revision = await bench.draft('only-german', { title: 'Nur', language: 'de' });
    const refused = await bench.post('s1', 'publishContent', { key: 'only-german', revision });
    expect(refused.data.refusal).toBe('mainLanguage');
  });

  it('CONT-053 is answered with an ETag, and with nothing while it has not changed', async () => {
    const ask = (etag?: string) =>
      fetch(`${bench.address}/web/getText?id=1`, {
        headers: { 'x-token': 'none', ...(etag === undefined ? {} : { 'if-none-match': etag }) },
      });
    const first = await ask();
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const second = await ask(`"other", ${etag}`);
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ]);
    const revision = await bench.draft('1', { title: 'Ours', text: 'We are *us*.' });
    await bench.post('s1', 'publishContent', { key: '1', revision });
    expect((await ask(etag)).status).toBe(200);
    expect(await bench.read('getText', { id: '1' })).toMatchObject({ own: false, title: 'Ours' });
    // A new version of the software does not put its own text in place of the operator's.
    await bench.again().start(bench.clock.now());
    expect(await bench.read('getText', { id: '1' })).toMatchObject({ title: 'Ours', number: 2 });
  });

  it('CONT-054 the look of the site has a small PNG and colours that can be read', async () => {
    const place = async (look: object) => {
      const { revision } = (await bench.get('s1', 'getContentItem', { key: 'site' })).data;
      const usual = {
        siteName: 'Exchange',
        logo: '',
        accentDark: '',
        accentLight: '',
        contact: '',
      };
      return bench.post('s1', 'saveContentPlace', {
        ...{ key: 'site', revision, look: { ...usual, ...look } },
      });
    };
    expect((await place({ accentDark: '#222222' })).data.refusal).toBe('colourUnreadable');
    expect((await place({ accentLight: '#ffff00' })).data.refusal).toBe('colourUnreadable');
    expect((await place({ accentDark: 'red;}' })).code).toBe(2);
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    expect((await place({ logo: svg })).data.refusal).toBe('logoUnfit');
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const { revision } = (await place({ logo: png, accentDark: '#88ccff' })).data;
    expect((await bench.post('s1', 'publishContent', { key: 'site', revision })).code).toBe(0);
    const image = `data:image/png;base64,${png}`;
    expect(await bench.read('getLogo')).toEqual({ siteName: 'Exchange', image });
    expect((await bench.read('getParam')).accentDark).toBe('#88ccff');
  });

  it('CONT-055 says whether the operator has written who they are', async () => {
    const fresh = await startContentBench();
    const isNamed = () => fresh.content.lookOf(fresh.clock.now()).operatorNamed;
    expect(isNamed()).toBe(false);
    const revision = await fresh.draft('1', { title: 'Exchange Ltd', text: 'Register 4711' });
    await fresh.post('s1', 'publishContent', { key: '1', revision });
    expect(isNamed()).toBe(true);
    await fresh.stop();
  });
});

describe('a text of law', () => {
  it('CONT-060 takes two people, who sign one draft', async () => {
    const revision = await bench.draft('3', { title: 'Agreement', text: 'New rules.' });
    const alone = await bench.post('s1', 'publishContent', { key: '3', revision });
    expect(alone.data.refusal).toBe('approvalNeeded');
    const { digest, takesTwo } = (await bench.get('s2', 'getContentItem', { key: '3' })).data;
    expect(takesTwo).toBe(true);
    const { law } = bench.content;
    expect(law.read({ key: '1', digest })).toBeNull();
    expect(law.read({ key: '3', digest, more: 1 })).toBeNull();
    await bench.draft('3', { title: 'Agreement', text: 'Other rules.' });
    expect(await bench.approve({ key: '3', digest })).toEqual({ refusal: 'draftChanged' });
    const { digest: other } = (await bench.get('s2', 'getContentItem', { key: '3' })).data;
    expect(await bench.approve({ key: '3', digest: other })).toMatchObject({
      outcome: { number: 2 },
    });
  });

  it('CONT-062 is announced for a day, in the public log with its reason, and then holds', async () => {
    const at = bench.clock.now() + LAW_NOTICE_MS;
    await bench.content.refresh(bench.clock.now());
    const before = await bench.read('getText', { id: '3' });
    expect(wordsOf(before.document)).not.toBe('Other rules.');
    const { edition } = before.next;
    expect([before.state, before.number, before.next]).toEqual(['current', 1, { edition, at }]);
    const ahead = await bench.read('getText', { id: '3', edition: String(edition) });
    expect([ahead.state, wordsOf(ahead.document)]).toEqual(['announced', 'Other rules.']);
    expect((await bench.read('getText', { id: '1', edition: '1' })).refusal).toBe('noText');
    const { changes } = await bench.read('getTextChanges');
    expect(changes).toEqual([
      {
        ...{ key: '3', title: 'Agreement', edition, number: 2, reason: 'plainer words' },
        ...{ publishedAt: bench.clock.now(), takesEffectAt: at },
        ...{ withdrawnAt: null, withdrawnWhy: '' },
      },
    ]);
    // Whoever wants to may accept it before.
    expect((await bench.read('getAgreement')).announced).toEqual({ edition, at });
    expect((await bench.post('p6', 'acceptAgreement', { edition })).code).toBe(0);
    await bench.content.accepted(5, bench.clock.now());
    expect(await bench.content.acceptancesOf(5)).toMatchObject([{ number: 1 }]);

    bench.clock.advance(LAW_NOTICE_MS - 1);
    expect((await bench.read('getText', { id: '3' })).number).toBe(1);
    bench.clock.advance(1);
    const after = await bench.read('getText', { id: '3' });
    expect([after.state, after.next, wordsOf(after.document)]).toEqual([
      ...['current', null, 'Other rules.'],
    ]);
    const old = await bench.read('getText', { id: '3', edition: String(before.edition) });
    expect(old.state).toBe('earlier');
  });

  it('CONT-063 two people take back what is announced, in public, as long as it does not hold', async () => {
    const { clock, takeBack } = bench;
    const present = (await bench.read('getText', { id: '5' })).edition;
    const announce = async (text: string) => {
      await bench.draft('5', { title: 'Privacy', text });
      const { digest } = (await bench.get('s1', 'getContentItem', { key: '5' })).data;
      await bench.approve({ key: '5', digest });
      await bench.content.refresh(clock.now());
      return (await bench.read('getText', { id: '5' })).next.edition as number;
    };
    const edition = await announce('We sell it all.');
    expect(await takeBack({ key: '3', edition })).toBe('notAnnounced');
    expect(await takeBack({ key: '5', edition: present })).toBe('notAnnounced');
    const said = await Promise.all([1, 2, 3].map(() => takeBack({ key: '5', edition })));
    expect(said.toSorted()).toEqual(['notAnnounced', 'notAnnounced', null]);
    await bench.content.refresh(clock.now());
    expect((await bench.read('getText', { id: '5' })).next).toBeNull();
    const [change] = (await bench.read('getTextChanges')).changes;
    expect(change).toMatchObject({
      ...{ edition, withdrawnAt: clock.now(), withdrawnWhy: 'a wrong clause' },
    });
    const kept = await bench.read('getText', { id: '5', edition: String(edition) });
    expect(kept.state).toBe('withdrawn');
    // Staff go on from what holds.
    const { draft, editions } = (await bench.get('s1', 'getContentItem', { key: '5' })).data;
    expect(draft.texts.en.text).not.toContain('sell');
    expect(editions[0]).toMatchObject({ edition, withdrawn: true });
    await expect(bench.database.pool.query('delete from content_withdrawal')).rejects.toThrow();
    // Its time comes, and it does not hold, after a restart neither.
    clock.advance(LAW_NOTICE_MS);
    const again = bench.again();
    await again.start(clock.now());
    expect((await bench.read('getText', { id: '5' })).edition).toBe(present);
    const next = await announce('We sell nothing.');
    clock.advance(LAW_NOTICE_MS - LAW_FINAL_MS + 1);
    expect(await takeBack({ key: '5', edition: next })).toBe('notAnnounced');
    clock.advance(LAW_FINAL_MS);
    expect((await bench.read('getText', { id: '5' })).edition).toBe(next);
  });

  it('CONT-061 who accepts the agreement accepts one edition; every edition can be read', async () => {
    const { text, current, editions } = await bench.read('getAgreement');
    expect([text.edition, editions.length]).toEqual([current, 2]);
    const old = editions[1].edition;
    const earlier = await bench.read('getAgreement', { edition: String(old) });
    expect([earlier.text.number, earlier.current]).toEqual([1, current]);
    const accept = (token: string, edition: number) =>
      bench.post(token, 'acceptAgreement', { edition });
    expect((await accept('demo7', current)).data.refusal).toBe('virtualAccount');
    expect((await accept('p7', old)).data.refusal).toBe('otherEdition');
    await Promise.all([accept('p7', current), accept('p7', current)]);
    await bench.content.accepted(7, bench.clock.now() + 1);
    const { accepted } = (await bench.get('p7', 'getAgreement')).data;
    expect(accepted).toEqual([{ edition: current, at: bench.clock.now() }]);
    await bench.content.accepted(8, bench.clock.now());
    expect(await bench.content.acceptancesOf(8)).toMatchObject([{ number: 2 }]);
    const draft = (await bench.client.get('getAgreement', { edition: '1' })).data;
    expect(draft.refusal ?? draft.text.key).toBe(draft.refusal ? 'noText' : '3');
  });
});

const plain = (text: string): Block => ({ kind: 'paragraph', content: [{ kind: 'text', text }] });

function linksOf(parts: readonly (Block | Inline)[]): string[] {
  return parts.flatMap((part): string[] => {
    const below = linksOf('content' in part ? part.content : []);
    const items = part.kind === 'list' ? part.items.flatMap(linksOf) : [];
    return [...(part.kind === 'link' ? [part.to] : []), ...below, ...items];
  });
}
