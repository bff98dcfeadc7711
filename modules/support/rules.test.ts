import { maskEmail, maskName, maskPhone } from '@assay/core/mask';
import { describe, expect, it } from 'vitest';
import { canRate, forbiddenIn, RATE_WITHIN_MS } from './rules/index.ts';

const HOSTS = ['assay.example', 'localhost:3000'];

/** What a thief in the place of staff would write. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  blockchainAddress: [
    'Send it to 0x52908400098527886E0F7030069857D2E4169EE7 please',
    '0x5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
    '0x52908400\u200b098527886E0F7030069857D2E4169EE7',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    'TRON: T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb.',
    'T9yD 14Nj 9j7x AB4d bGei X9h8 unkK HxuW wb',
    'T9yD-14Nj-9j7x-AB4d-bGei-X9h8-unkK-HxuW-wb',
    'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK',
    'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
    'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w',
    '１BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  ],
  bankAccount: [
    'IBAN GB82 WEST 1234 5698 7654 32',
    'de89370400440532013000',
    'pay to DE89-3704-0044-0532-0130-00 today',
    'card 4111 1111 1111 1111',
    'account 123456789',
    'sort code 20-00-00 55779911 12',
    'konto 1234 5678 9012',
  ],
  outsideLink: [
    'https://evil.example/login',
    'see evil.example',
    'go to www.evil.co.uk/a?b#c now',
    'hxxps://evil.example',
    'https:\\\\evil.example',
    'https://assay.example@evil.example',
    'https://assay.example.evil.example/',
    'https://evil.example/assay.example',
    'bit.ly/3abc',
    't.me/assay_support',
    'evil[.]example',
    'evil (dot) example',
    'evil . com',
    'evil dot com',
    'ev\u00adil.example',
    'evil。example',
    'пример.рф',
    'xn--e1afmkfd.xn--p1ai',
    'write to help@gmail.com',
    'mailto:a@b',
    'tg://resolve?domain=x',
    'javascript:alert(1)',
    'ＨＴＴＰＳ://evil.example',
    '203.0.113.7:8080',
    'http://localhost:4000/',
  ],
  otherMessenger: ['find me on telegram: @assay_help', 'Instagram @support_team'],
  phoneNumber: ['WhatsApp +44 7911 123456', 'call +1 (202) 555-0143'],
};

/** What staff write all day. */
const allowed = [
  'Your order #1234567 was filled at 64250.10000000 USDT, the fee was 0.00012345 BTC.',
  'See https://assay.example/help/fees or assay.example/fees, and /deallog in your account.',
  'Your level is approved, e.g. you may trade now. Thanks... really!',
  'It was done on 2026-11-23 21:43:10 UTC, within 30 minutes.',
  'Please send screenshot.png or the page as a .jpg, 8 MB at most (not 10).',
  'BTC/USDT, ETH-USDT and XAU: 1,000,000.00 and 100 000 units, at 0.000000000000012345.',
  'Ваш перевод подтверждён. Спасибо!',
  'مرحبا، تم التحقق من حسابك.',
  'It is a * b = c; either/or: both work. We never ask for a payment to release a withdrawal.',
  'http://localhost:3000/service',
];

describe('what staff must not write', () => {
  it.each(Object.entries(forbidden))(
    'SUPP-050 %s: each is refused, with what it was',
    (code, texts) => {
      for (const text of texts) {
        const found = forbiddenIn(`Hello! ${text}`, HOSTS);
        expect(found, text).toMatchObject({ code });
        expect(found?.found).not.toBe('');
      }
    },
  );

  it('SUPP-051 ordinary answers, and links to the site itself, pass', () => {
    for (const text of allowed) expect(forbiddenIn(text, HOSTS), text).toBeNull();
  });

  it('SUPP-051 the longest text that is made to be slow takes no long', () => {
    for (const piece of ['a.', '1 ', 'a1b2 ', '(dot)', 'x.x-', '0x', 'http:/', '+1 ', 'GB82 ']) {
      forbiddenIn(piece.repeat(2_000 / piece.length), HOSTS);
    }
  });
});

it('SUPP-070 what is masked tells two things apart and no more', () => {
  expect(maskEmail('ana.sousa@mail.example')).toBe('a•••@m•••.example');
  expect(maskPhone('+351912345678')).toBe('••• 78');
  expect(maskName('Ana Sousa')).toBe('A•••');
});

it('SUPP-033 a conversation is rated once, closed, and within thirty days', () => {
  const closed = { status: 'closed', closedAt: 10, rating: null } as const;
  expect(canRate({ ...closed, status: 'answered', closedAt: null }, 20)).toBe('ticketOpen');
  expect(canRate({ ...closed, rating: 5 }, 20)).toBe('alreadyRated');
  expect(canRate(closed, 10 + RATE_WITHIN_MS)).toBe('ratingOver');
  expect(canRate(closed, 10 + RATE_WITHIN_MS - 1)).toBeNull();
});
